import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import type { TestWorkspace } from "./chat-server.ts";

const thoth = fileURLToPath(new URL("../bin/thoth.js", import.meta.url));
const TOKEN = "a-token-for-the-tests-only";

/** The server as people start it, ready to be asked and to be killed. Whoever starts it ends it. */
export async function startServerProcess(
  workspace: TestWorkspace,
  env: Record<string, string> = {},
  /** A program, and its first arguments, that runs the server's command line. */
  through: readonly string[] = [],
) {
  const command = [process.execPath, thoth, "serve", "--port", "0", "--workspace", workspace.dir];
  const [program = "", ...args] = [...through, ...command];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: workspace.base, THOTH_TOKEN: TOKEN, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  const link = await new Promise<URL>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-20_000);
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const address = /ready (http\S+)/.exec(text)?.[1];
      if (address) resolve(new URL(address));
    });
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });

  async function send(method: string, path: string, body?: unknown) {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const response = await fetch(new URL(path, link.origin), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  }

  return {
    pid: child.pid as number,
    /** Where it listens, and what a request shows to be let in. */
    origin: link.origin,
    authorization: `Bearer ${TOKEN}`,
    exited,
    said: () => said,
    /** A line to the standard input, for what it was started through. */
    tell: (line: string) => child.stdin.write(`${line}\n`),
    get: (path: string) => send("GET", path),
    post: (path: string, body?: unknown) => send("POST", path, body),
    delete: (path: string) => send("DELETE", path),
    until: (check: () => unknown, timeout = 15_000) => vi.waitFor(check, { timeout, interval: 20 }),
    /** The end of its standard input. */
    hangUp() {
      child.stdin.end();
      return exited;
    },
    kill(signal: NodeJS.Signals = "SIGKILL") {
      child.kill(signal);
      return exited;
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
