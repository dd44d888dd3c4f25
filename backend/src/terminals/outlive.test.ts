import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { temporaryFolder } from "../../test/helper.ts";
import { type ServerProcess, startServerProcess } from "../../test/server-process.ts";
import { runtimeFolder, until } from "../../test/terminal-server.ts";
import { processEntry } from "../lib/process-tree.ts";
import { readHostRecords } from "./host/host-record.ts";

/** Counts on, one line each tenth of a second. */
const COUNT = ["sh", "-c", 'i=0; while :; do i=$((i+1)); echo "line $i"; sleep 0.1; done'];

async function openWorkspace() {
  const base = await temporaryFolder();
  const runtime = await runtimeFolder();
  const workspace = { base, dir: join(base, "ws") } as Parameters<typeof startServerProcess>[0];
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    for (const server of servers) await server.kill("SIGKILL");
    const records = await readHostRecords(join(workspace.dir, ".thoth"));
    for (const { pid } of records.values()) process.kill(pid, "SIGTERM");
    await until(() => expect([...records.values()].filter(({ pid }) => processEntry(pid) !== null)).toEqual([]));
    await rm(runtime, { recursive: true, force: true });
  });
  return {
    home: join(workspace.dir, ".thoth"),
    async start() {
      const server = await startServerProcess(workspace, { XDG_RUNTIME_DIR: runtime });
      servers.push(server);
      return server;
    },
  };
}

const listOf = async (server: ServerProcess) => (await server.get("/terminals")).body as Terminal[];

/** Every line from the first to the last, and how many. */
async function lines(server: ServerProcess, id: string): Promise<number> {
  const { text } = (await server.get(`/terminals/${id}/transcript`)).body as { text: string };
  const shown = text.split("\n").filter((line) => line !== "");
  expect(shown).toEqual(shown.map((_, n) => `line ${n + 1}`));
  return shown.length;
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "four busy terminals outlive a server that %s ends, and nothing they print meanwhile is lost",
  async (signal) => {
    const { start, home } = await openWorkspace();
    const first = await start();
    const made: Terminal[] = [];
    for (let n = 0; n < 4; n++)
      made.push((await first.post("/terminals", { command: COUNT, cols: 80, rows: 24 })).body as Terminal);
    await until(async () => expect(await lines(first, made[3]?.id as string)).toBeGreaterThan(2));
    const before = await Promise.all(made.map(({ id }) => lines(first, id)));

    const code = await first.kill(signal);
    if (signal === "SIGTERM") {
      expect(code).toBe(0);
      expect(first.said()).toContain("4 terminals go on without the server");
      expect(first.said()).toContain("thoth terminals stop --all");
    }
    expect((await readHostRecords(home)).size).toBe(1);

    const second = await start();
    expect((await listOf(second)).map(({ id, pid, state }) => [id, pid, state])).toEqual(
      made.map(({ id, pid }) => [id, pid, "running"]),
    );
    // What was printed while no server was there, and on from there.
    for (const [n, { id }] of made.entries())
      await until(async () => expect(await lines(second, id)).toBeGreaterThan((before[n] as number) + 5));
  },
);

test("Ctrl-C ends the terminals with the server, and the host with them", async () => {
  const { start, home } = await openWorkspace();
  const server = await start();
  const { pid } = (await server.post("/terminals", { command: COUNT, cols: 80, rows: 24 })).body as Terminal;
  const [record] = (await readHostRecords(home)).values();
  expect(await server.kill("SIGINT")).toBe(0);
  expect(processEntry(pid)).toBeNull();
  await until(() => expect(processEntry(record?.pid as number)).toBeNull());
  expect((await readHostRecords(home)).size).toBe(0);
  expect(existsSync(record?.socket as string)).toBe(false);
});

test("terminals whose host and server were both killed are told as lost, can be closed, and started anew", async () => {
  const { start, home } = await openWorkspace();
  const first = await start();
  const open = async (server: ServerProcess, command: string[]) =>
    (await server.post("/terminals", { command, cols: 80, rows: 24, title: "counts" })).body as Terminal;
  const made = [await open(first, COUNT), await open(first, ["sleep", "1000"])];
  const [record] = (await readHostRecords(home)).values();
  await first.kill("SIGKILL");
  process.kill(record?.pid as number, "SIGKILL");
  await until(() => expect(processEntry(record?.pid as number)).toBeNull());

  const second = await start();
  const lost = await listOf(second);
  expect(lost).toEqual(made.map((one) => ({ ...one, state: "lost", endedAt: expect.any(String) })));
  expect(made.map(({ pid }) => processEntry(pid))).toEqual([null, null]);
  const again = await open(second, (lost[0] as Terminal).argv);
  await until(async () => expect(await lines(second, again.id)).toBeGreaterThan(1));
  expect((await second.delete(`/terminals/${made[0]?.id}`)).status).toBe(204);
  await second.kill("SIGKILL");
  // What was closed doesn't come back; what wasn't does, beside what goes on.
  expect((await listOf(await start())).map(({ id, state }) => [id, state])).toEqual([
    [made[1]?.id, "lost"],
    [again.id, "running"],
  ]);
});
