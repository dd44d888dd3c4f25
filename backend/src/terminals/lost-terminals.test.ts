import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { temporaryFolder } from "../../test/helper.ts";
import { createManualClock } from "../../test/manual-clock.ts";
import { hostsFolder } from "./host/host-record.ts";
import { createLostTerminals, LOST_MS, MAX_LOST } from "./lost-terminals.ts";

const terminal = (id: string, more: Partial<Terminal> = {}): Terminal => ({
  id,
  pid: 1,
  argv: ["sh", "-c", "true"],
  agent: null,
  agentSessionId: null,
  agentSessionKnown: false,
  cwd: "/",
  title: "a shell",
  state: "running",
  exitCode: null,
  signal: null,
  session: null,
  cols: 80,
  rows: 24,
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  ...more,
});

async function openHome() {
  const home = await temporaryFolder();
  await mkdir(hostsFolder(home), { recursive: true });
  const clock = createManualClock();
  const errors: unknown[] = [];
  const open = async () => {
    const lost = createLostTerminals({ home, clock, onError: (error) => errors.push(error) });
    await lost.open();
    return lost;
  };
  return { open, clock, errors, file: join(hostsFolder(home), "lost.json") };
}

const ids = (lost: { list(): Terminal[] }) => lost.list().map(({ id }) => id);

test("the newest are kept, for a week", async () => {
  const { open, clock } = await openHome();
  const lost = await open();
  await lost.add(Array.from({ length: MAX_LOST + 1 }, (_, n) => terminal(`t-${n}`)));
  expect(ids(lost)).toHaveLength(MAX_LOST);
  expect(lost.find("t-0")).toBeNull();
  clock.pass(LOST_MS);
  await lost.add([terminal("t-new")]);
  expect(ids(await open())).toHaveLength(MAX_LOST);
  clock.pass(1);
  expect([ids(lost), ids(await open())]).toEqual([["t-new"], ["t-new"]]);
});

test("what is no terminal is left out, and a torn file is as none", async () => {
  const { open, file, errors } = await openHome();
  const lost = await open();
  const unaddressed = ["", "../t-5", "__proto__", "x".repeat(65)].map((id) => terminal(id));
  expect(
    await lost.add([null, "t-1", { id: "t-2" }, terminal("t-3"), { ...terminal("t-4"), state: "?" }, ...unaddressed]),
  ).toMatchObject([{ id: "t-3", state: "lost" }]);
  const written = await readFile(file, "utf8");
  for (const torn of [written.slice(0, -20), "[1, null]", "{}", ""]) {
    await writeFile(file, torn);
    expect(ids(await open())).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test("an agent's prompt isn't written down, nor a command line too long to be", async () => {
  const { open, file } = await openHome();
  await (await open()).add([
    terminal("t-agent", { agent: "claude", argv: ["claude", "the prompt"] }),
    terminal("t-long", { argv: ["sh", "-c", "x".repeat(70_000)] }),
    terminal("t-shell"),
  ]);
  expect((await open()).list().map(({ argv }) => argv)).toEqual([["claude"], [], ["sh", "-c", "true"]]);
  expect(await readFile(file, "utf8")).not.toContain("the prompt");
});

test("where nothing can be written they are known all the same, and it is told", async () => {
  const { open, file, errors } = await openHome();
  await mkdir(file);
  const lost = await open();
  await lost.add([terminal("t-1")]);
  expect(ids(lost)).toEqual(["t-1"]);
  expect([await lost.remove("t-1"), await lost.remove("t-1"), ids(lost)]).toEqual([true, false, []]);
  expect(errors.length).toBeGreaterThan(0);
});
