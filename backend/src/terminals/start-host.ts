import { spawn } from "node:child_process";
import { open, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolders } from "../lib/make-folders.ts";
import { terminalEnvironment } from "./environment.ts";
import { hostsFolder } from "./host/host-record.ts";

const PROGRAM = fileURLToPath(new URL("host/main.ts", import.meta.url));
/** What a program prints passes through many short-lived strings: without a bound their space alone grows to 100 MB. */
const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=2"];
const MAX_LOG = 1024 * 1024;
const LOG_TAIL = 2000;

export interface StartHostOptions {
  home: string;
  folder: string;
  version: string;
  env: NodeJS.ProcessEnv;
  /** The host's program; the one beside this file unless told otherwise. */
  program?: string;
}

export interface StartedHost {
  pid: number | undefined;
  /** Resolves when it is gone. */
  gone: Promise<void>;
  /** The end of what it has said since it was started. */
  log(): Promise<string>;
}

/** Starts a host in a session of its own, so that nothing that ends the server ends it. */
export async function startHost({
  home,
  folder,
  version,
  env,
  program = PROGRAM,
}: StartHostOptions): Promise<StartedHost> {
  await makeFolders(hostsFolder(home), 0o700);
  const path = join(hostsFolder(home), "host.log");
  const log = await open(path, "a", 0o600);
  try {
    if ((await log.stat()).size > MAX_LOG) await truncate(path);
    const before = (await stat(path)).size;
    const argument = JSON.stringify({ home, folder, version });
    const child = spawn(process.execPath, [...NODE_FLAGS, program, argument], {
      // A folder that may be removed would be held.
      cwd: "/",
      env: terminalEnvironment(env, { agent: false }),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    child.unref();
    const gone = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    return { pid: child.pid, gone, log: async () => (await readFile(path, "utf8")).slice(before).slice(-LOG_TAIL) };
  } finally {
    await log.close();
  }
}
