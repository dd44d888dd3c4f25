import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";

const bin = (name: string) => join(import.meta.dirname, "../../node_modules/.bin", name);
const run = promisify(execFile);
const READY_MS = 30_000;

/** The real server over a workspace of its own, with the real `tht` and the real Pi behind it. */
export class App {
  readonly workspace: string;
  readonly env: Record<string, string>;
  private readonly inherited: NodeJS.ProcessEnv;
  url = "";
  private server: ChildProcess | undefined;
  private log = "";

  constructor(workspace: string, env: Record<string, string> = {}, inherited = process.env) {
    this.workspace = workspace;
    this.env = env;
    this.inherited = inherited;
  }

  /** Starts the server; resolves when it has printed its link. */
  async start(): Promise<void> {
    const server = spawn(bin("thoth"), ["serve", "--workspace", this.workspace], {
      env: { ...this.inherited, NO_COLOR: "1", THOTH_PORT: "0", ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.server = server;
    let out = "";
    server.stderr.on("data", (chunk) => {
      this.log = (this.log + chunk).slice(-20_000);
    });
    this.url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no link after ${READY_MS} ms\n${this.log}`)), READY_MS);
      server.stdout.on("data", (chunk) => {
        out += chunk;
        const url = /^ready (http\S+)/m.exec(out)?.[1];
        if (url) {
          clearTimeout(timer);
          resolve(url);
        }
      });
      server.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`the server ended with ${code}\n${this.log}`));
      });
    });
  }

  /** The page's address with other parameters than the token, for a browser that is logged in. */
  at(query = ""): string {
    return `${new URL(this.url).origin}/${query}`;
  }

  /** A signal to the server alone, and its end awaited. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }

  /** Starts it again; the page has to be opened by the new link, for the token is new. */
  async restart(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await this.end(signal);
    await this.start();
  }

  /** Runs `tht` on this workspace and parses what it prints. */
  async tht<T = unknown>(...args: string[]): Promise<T> {
    const { stdout } = await run(bin("tht"), ["--workspace", this.workspace, ...args, "--json"], {
      maxBuffer: 64 << 20,
    });
    return JSON.parse(stdout) as T;
  }

  /** The agent at work on a session: the pid of its Pi, found by the session's folder; undefined when none runs. */
  async agentPid(id: string): Promise<number | undefined> {
    for (const pid of await readdir("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      if (!environment.includes(`THOTH_SESSION=${id}\0`) || !environment.includes(this.workspace)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      const parent = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const isChildOfServer = parent.split(") ")[1]?.split(" ")[1] === String(this.server?.pid);
      if (isChildOfServer && (command.startsWith("pi") || command.includes("pi-coding-agent"))) return Number(pid);
    }
    return undefined;
  }
}

export const test = base.extend<{ app: App; open: (query?: string) => Promise<Page>; env: Record<string, string> }>({
  env: [{}, { option: true }],
  app: async ({ env }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "thoth-e2e-"));
    const workspace = join(folder, "workspace");
    await run(bin("tht"), ["workspace", "init", workspace, "--demo"]);
    const app = new App(workspace, env);
    await app.start();
    await use(app);
    await app.end("SIGINT");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  open: async ({ app, page }, use) => {
    await use(async (query = "") => {
      await page.goto(app.url);
      if (query) await page.goto(app.at(query));
      return page;
    });
  },
});

export { expect };
