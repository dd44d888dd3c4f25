import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { type AtEnd, buildServer, type ServerSetup, shared, TOKEN } from "../../test/helper.ts";
import { attachTo } from "../../test/terminal-page.ts";

const WAIT = { timeout: 15_000, interval: 20 };

/** A server that listens, with sockets of hosts in a folder of its own; its terminals end with it. */
async function openServer(atEnd: AtEnd, setup: ServerSetup = {}) {
  const runtime = await mkdtemp(join(tmpdir(), "thoth-run-"));
  atEnd(() => rm(runtime, { recursive: true, force: true }));
  const server = await buildServer({ ...setup, env: { XDG_RUNTIME_DIR: runtime, ...setup.env } }, atEnd);
  atEnd(() => server.services.terminals.endAll());
  const url = await server.listen();

  async function open(command: string[], more: object = {}): Promise<Terminal> {
    const answer = await server.ask("POST", "/terminals", { command, cols: 80, rows: 24, ...more });
    expect(answer.status, answer.text).toBe(201);
    return answer.body as Terminal;
  }
  return {
    ...server,
    url,
    open,
    attach: (id: string) => attachTo(url, id, TOKEN),
    get: async (id: string) =>
      ((await server.ask("GET", "/terminals")).body as Terminal[]).find((terminal) => terminal.id === id),
  };
}

const open = shared((atEnd) => openServer(atEnd));

test("a terminal is opened, shown, typed into, and ends with its exit code", async () => {
  const server = open();
  const terminal = await server.open(["sh", "-c", "echo ready; read line; echo got:$line; exit 7"]);
  expect(terminal).toMatchObject({ state: "running", agent: null, cwd: server.workspace, cols: 80, rows: 24 });

  const page = await server.attach(terminal.id);
  await vi.waitFor(() => expect(page.text()).toContain("ready"), WAIT);
  page.type("hello\r");
  await vi.waitFor(() => expect(page.text()).toContain("got:hello"), WAIT);
  await vi.waitFor(() => expect(page.frames).toContainEqual({ type: "exit", exitCode: 7, signal: null }), WAIT);

  expect(await server.get(terminal.id)).toMatchObject({ state: "exited", exitCode: 7, signal: null });
  expect((await server.ask("GET", `/terminals/${terminal.id}/snapshot`)).body).toEqual({
    text: "ready\nhello\ngot:hello",
    cols: 80,
    rows: 24,
  });
  expect((await server.ask("GET", `/terminals/${terminal.id}/transcript?chars=1000`)).body).toMatchObject({
    text: "ready\nhello\ngot:hello",
    source: "ledger",
    quality: "exact",
  });

  expect((await server.ask("DELETE", `/terminals/${terminal.id}`)).status).toBe(204);
  expect(await page.closed).toBe(1000);
  expect((await server.ask("GET", `/terminals/${terminal.id}/snapshot`)).body).toMatchObject({
    status: 404,
    code: "terminal-not-found",
  });
});
