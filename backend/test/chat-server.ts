import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import type { SessionEvent } from "../api/live.ts";
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { ensureHome } from "../src/home-folder.ts";
import { createServices } from "../src/services.ts";

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tht = here("../../harness-stub/bin/tht.js");
const fakePi = here("./fixtures/bin/fake-pi.mjs");

const TOKEN = "a-token-for-the-tests-only";

export type Answer = { status: number; body: Record<string, unknown> & { code?: string } };
type Post = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A workspace of its own, and the real `tht` on it; with `--demo` it has a data warehouse to ask. */
export async function makeWorkspace(...flags: "--demo"[]) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "thoth-chat-")));
  const dir = join(base, "workspace");
  await run(process.execPath, [tht, "workspace", "init", dir, ...flags]);

  async function call<T>(...args: string[]): Promise<T> {
    const { stdout } = await run(process.execPath, [tht, `--workspace=${dir}`, ...args, "--json"]);
    return JSON.parse(stdout) as T;
  }

  return {
    dir,
    base,
    tht: call,
    newSession: async (question = "Quanto abbiamo venduto nel 2025?") =>
      (await call<{ id: string }>("session", "new", `--question=${question}`)).id,
    ledger: (id: string) => readFile(join(dir, "sessions", id, "review_decisions.jsonl"), "utf8").catch(() => ""),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

export type TestWorkspace = Awaited<ReturnType<typeof makeWorkspace>>;

export type ChatServerOptions = {
  workspace: TestWorkspace;
  /** What the fake agent does on its first prompt; the bundled Pi without it. */
  scenario?: string;
  env?: Record<string, string>;
  maxAgents?: number;
};

/** The server without its socket: routes by injection, live events from the hub. */
export async function startChatServer({ workspace, scenario, env = {}, maxAgents = 4 }: ChatServerOptions) {
  const log = join(workspace.base, "pi.log");
  const pi = scenario === undefined ? [] : [process.execPath, fakePi, scenario, `--fake-log=${log}`];
  const variables = {
    PATH: process.env.PATH ?? "",
    HOME: workspace.base,
    THOTH_TOKEN: TOKEN,
    THT_WORKSPACE: workspace.dir,
    THOTH_MAX_AGENTS: String(maxAgents),
    ...(pi.length > 0 ? { THOTH_PI: JSON.stringify(pi), THOTH_MODEL: "fake/model" } : {}),
    ...env,
  };
  const config = readConfig({ flags: { port: "0" }, env: variables, cwd: workspace.base });
  await ensureHome(config.home);
  const failures: unknown[] = [];
  const services = createServices(config, variables, (error) => failures.push(error));
  const app = await buildApp({ config, services, logger: false, created: false });
  await services.start();
  const headers = { authorization: `Bearer ${TOKEN}`, host: "127.0.0.1:0" };

  async function send(method: "GET" | "POST" | "DELETE", url: string, body?: unknown, more = {}): Promise<Answer> {
    const payload = body === undefined ? {} : { payload: body as object };
    const response = await app.inject({ method, url, headers: { ...headers, ...more }, ...payload });
    return { status: response.statusCode, body: response.body === "" ? {} : response.json() };
  }

  /** Everything told about a session from now on: its snapshot, which is there at once, and what comes after it. */
  async function watch(id: string) {
    const events: SessionEvent[] = [];
    const begun = Promise.withResolvers<void>();
    const sink = {
      send(text: string) {
        events.push(JSON.parse(text));
        begun.resolve();
      },
      buffered: () => 0,
    };
    const subscription = services.live.subscribe(`session:${id}`, sink, undefined, (error) => {
      failures.push(error);
      begun.reject(error);
    });
    await begun.promise;
    return { events, close: () => subscription.close() };
  }

  return {
    app,
    services,
    failures,
    get: (url: string) => send("GET", url),
    delete: (url: string) => send("DELETE", url),
    post: ((url, body, more) => send("POST", url, body, more)) as Post,
    watch,
    /** What the fake agents noted: starts, prompts, answers. */
    log: () => readFile(log, "utf8").catch(() => ""),
    prompts: async () =>
      (await readFile(log, "utf8").catch(() => "")).match(/^prompt .*$/gm)?.map((line) => JSON.parse(line.slice(7))) ??
      [],
    state: (id: string) => services.chat.port.runtime(id)?.state ?? null,
    /** Waits until the session's agent is in that state. */
    reaches: (id: string, state: string | null) =>
      vi.waitFor(() => expect(services.chat.port.runtime(id)?.state ?? null).toBe(state), {
        timeout: 25_000,
        interval: 20,
      }),
    until: (check: () => unknown, timeout = 25_000) => vi.waitFor(check, { timeout, interval: 20 }),
    close: () => app.close(),
  };
}

export type ChatServer = Awaited<ReturnType<typeof startChatServer>>;
