import { type Child, startChild } from "../lib/child-process.ts";
import { createJsonlSplitter } from "../lib/jsonl.ts";
import type { ModelAddress } from "./pi-environment.ts";

export type OfflineModelOptions = {
  /** How `tht` is run. */
  tht: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** How long it may take to say where it listens, in ms. */
  readyMs?: number;
  onFailure?: (error: Error) => void;
};

export type OfflineModel = {
  /** Where it listens; starts it when it does not run. Rejects when it can't be started. */
  address(): Promise<ModelAddress>;
  close(): Promise<void>;
};

const READY_MS = 15_000;
// A model that dies at once, again and again, must not keep the machine busy.
const RESTARTS_A_MINUTE = 5;

/**
 * The offline model as a process of its own. When it dies it is started anew at the same address and with the same key,
 * so that agents at work only see a connection that failed and try again.
 */
export function createOfflineModel(options: OfflineModelOptions): OfflineModel {
  let running: Promise<{ child: Child; address: ModelAddress }> | null = null;
  let last: ModelAddress | null = null;
  let closed = false;
  let restarts: number[] = [];

  async function start(at: ModelAddress | null) {
    const port = at ? new URL(at.url).port : "0";
    const child = await startChild({
      argv: [...options.tht, "model", "serve", "--port", port, "--json"],
      cwd: options.cwd,
      env: { ...options.env, ...(at ? { THT_MODEL_KEY: at.key } : {}) },
      detached: true,
    });
    try {
      return { child, address: await firstLine(child, options.readyMs ?? READY_MS) };
    } catch (error) {
      child.process.kill("SIGKILL");
      await child.closed;
      throw error;
    }
  }

  async function startAnywhere() {
    const before = last;
    const started = await start(before).catch((error) => {
      if (before === null) throw error;
      // The port may have been taken in the meantime.
      return start(null);
    });
    last = started.address;
    void started.child.closed.then(onEnd);
    return started;
  }

  function onEnd(): void {
    running = null;
    if (closed) return;
    const now = Date.now();
    restarts = [...restarts.filter((at) => now - at < 60_000), now];
    if (restarts.length <= RESTARTS_A_MINUTE) void model.address().catch((error) => options.onFailure?.(error));
  }

  const model: OfflineModel = {
    async address() {
      if (closed) throw new Error("the server is shutting down");
      if (running === null) {
        const starting = startAnywhere();
        running = starting;
        starting.catch(() => {
          if (running === starting) running = null;
        });
      }
      return (await running).address;
    },
    async close() {
      closed = true;
      const started = await running?.catch(() => null);
      if (!started) return;
      // It ends when its input does; killed if it does not, for nothing it holds is worth waiting for.
      started.child.process.stdin.end();
      const late = setTimeout(() => started.child.process.kill("SIGKILL"), 2_000);
      await started.child.closed;
      clearTimeout(late);
    },
  };
  return model;
}

function firstLine(child: Child, ms: number): Promise<ModelAddress> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      const said = child.stderr.text().trim().split("\n").at(-1);
      reject(new Error(`The offline model ${what}.${said ? ` It said: ${said}` : ""}`));
    };
    const timer = setTimeout(() => fail(`did not say where it listens within ${ms / 1000} s`), ms);
    void child.closed.then(() => fail("ended as it started"));
    const splitter = createJsonlSplitter({
      maxLine: 10_000,
      onLine: (line) => {
        const address = addressIn(line);
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      },
    });
    child.process.stdout.on("data", (chunk: Buffer) => splitter.push(chunk));
  });
}

function addressIn(line: string): ModelAddress | null {
  try {
    const { url, key } = JSON.parse(line) as Partial<ModelAddress>;
    return typeof url === "string" && typeof key === "string" ? { url, key } : null;
  } catch {
    return null;
  }
}
