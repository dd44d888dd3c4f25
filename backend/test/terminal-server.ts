import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { Terminal } from "../api/terminals.ts";
import { type AtEnd, buildServer, type ServerSetup, TOKEN } from "./helper.ts";
import { attachTo } from "./terminal-page.ts";

/** Until it holds; a busy machine takes long to start a program. */
export const until = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 20 });

/** A folder for the sockets of hosts, as the system gives each user one. */
export async function runtimeFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "thoth-run-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that listens; its terminals end with it. */
export async function openTerminalServer(setup: ServerSetup = {}, atEnd: AtEnd = onTestFinished) {
  const runtime = await runtimeFolder(atEnd);
  const server = await buildServer({ ...setup, env: { XDG_RUNTIME_DIR: runtime, ...setup.env } }, atEnd);
  atEnd(() => server.services.terminals.endAll());
  const url = await server.listen();

  const list = async () => (await server.ask("GET", "/terminals")).body as Terminal[];

  return {
    ...server,
    url,
    runtime,
    list,
    async open(command: string[], more: object = {}): Promise<Terminal> {
      const answer = await server.ask("POST", "/terminals", { command, cols: 80, rows: 24, ...more });
      expect(answer.status, answer.text).toBe(201);
      return answer.body as Terminal;
    },
    attach: (id: string) => attachTo(url, id, TOKEN),
    get: async (id: string) => (await list()).find((terminal) => terminal.id === id),
    screen: async (id: string) =>
      ((await server.ask("GET", `/terminals/${id}/snapshot`)).body as { text: string }).text,
    end: (id: string) => server.ask("DELETE", `/terminals/${id}`),
  };
}

export type TerminalServer = Awaited<ReturnType<typeof openTerminalServer>>;
