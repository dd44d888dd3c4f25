import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { buildApp } from "../src/app.ts";
import { type Config, readConfig } from "../src/config.ts";
import { createLogger } from "../src/http/logger.ts";
import { createServices, type Services } from "../src/services.ts";

export const TOKEN = "a-token-for-the-tests";

export const fixture = (name: string) => fileURLToPath(new URL(`fixtures/bin/${name}`, import.meta.url));

/** When to close what was opened; the end of the running test unless told otherwise. */
export type AtEnd = (close: () => Promise<void>) => void;

/** A folder that is gone when the test ends. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "thoth-test-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestServer {
  app: FastifyInstance;
  config: Config;
  services: Services;
  workspace: string;
  /** A request with the token. */
  ask(method: InjectOptions["method"], url: string, body?: unknown, headers?: Record<string, string>): Answer;
  /** One without: only the right Host. */
  bare(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** How the recording harness was called so far, without the questions asked at the start. */
  calls(): Promise<Call[]>;
  /** Listens on a free port; the address, such as `http://127.0.0.1:12345`. */
  listen(): Promise<string>;
}

type Answer = Promise<{ status: number; body: unknown; headers: Record<string, unknown>; text: string }>;

export interface Call {
  args: string[];
  stdin?: string;
  env: Record<string, string>;
  cwd: string;
}

export interface ServerSetup {
  /** A harness of test/fixtures/bin. */
  tht?: string;
  env?: Record<string, string>;
  /** One that is there already; else a new one for the fixture's harness. */
  workspace?: string;
  /** Prepares the workspace before the server reads it. */
  prepare?(workspace: string): Promise<void>;
  log?: { write(line: string): void };
}

/** The real server over a fixture's harness, everything it opened closed when the test ends. */
export async function buildServer(
  { tht = "recording-tht", env = {}, workspace: given, prepare, log }: ServerSetup = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestServer> {
  const workspace = given ?? (await temporaryFolder(atEnd));
  await mkdir(join(workspace, "sessions"), { recursive: true });
  await mkdir(join(workspace, ".thoth"), { recursive: true });
  await prepare?.(workspace);
  const variables = { ...process.env, THOTH_TOKEN: TOKEN, THT_BIN: fixture(tht), ...env };
  const config = readConfig({ flags: { workspace, port: "0" }, env: variables, cwd: workspace });
  const services = createServices(config, variables);
  const app = await buildApp({ config, services, logger: log ? createLogger(log) : false, created: false });
  atEnd(() => app.close());
  await services.start();
  await app.ready();

  const host = () => {
    const address = app.server.address();
    return `127.0.0.1:${typeof address === "object" && address ? address.port : config.port}`;
  };
  const started = await readCalls(workspace);

  return {
    app,
    config,
    services,
    workspace,
    async ask(method, url, body, headers = {}) {
      const response = await app.inject({
        method: method ?? "GET",
        url,
        headers: { host: host(), authorization: `Bearer ${TOKEN}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const json = String(response.headers["content-type"]).includes("json");
      return {
        status: response.statusCode,
        body: json && response.body !== "" ? response.json() : response.body,
        headers: response.headers,
        text: response.body,
      };
    },
    bare: (options) => app.inject({ ...options, headers: { host: host(), ...options.headers } }),
    calls: async () => (await readCalls(workspace)).slice(started.length),
    listen: () => app.listen({ host: "127.0.0.1", port: 0 }),
  };
}

/** One server for all tests of a group, opened before the first and closed after the last. */
export function shared<T>(open: (atEnd: AtEnd) => Promise<T>): () => T {
  const ends: (() => Promise<unknown>)[] = [];
  let server: T;
  beforeAll(async () => {
    server = await open((close) => ends.unshift(close));
  });
  afterAll(async () => {
    for (const close of ends) await close();
  });
  return () => server;
}

/** How the recording harness was called in that workspace, from the first call on. */
export async function readCalls(workspace: string): Promise<Call[]> {
  try {
    const text = await readFile(join(workspace, "calls.jsonl"), "utf8");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Makes the recording harness fail a command, such as `{ "session archive": { exit: 1, stderr: "…" } }`. */
export async function misbehave(workspace: string, behaviour: Record<string, unknown>): Promise<void> {
  await writeFile(join(workspace, "behaviour.json"), JSON.stringify(behaviour));
}
