import { setTimeout as delay } from "node:timers/promises";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { ensureHome } from "./home-folder.ts";
import { createLogger } from "./http/logger.ts";
import { isProblem } from "./http/problem.ts";
import type { FileLock } from "./lib/file-lock.ts";
import { readServerFile, removeServerFile, type ServerFile, serverLink, writeServerFile } from "./server-file.ts";
import { createServices } from "./services.ts";
import { version } from "./version.ts";
import { ensureWorkspace, StartError } from "./workspace-folder.ts";
import { lockWorkspace } from "./workspace-lock.ts";

export interface ServerOptions {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** Where the log goes; never stdout. */
  log: NodeJS.WritableStream;
}

export interface RunningServer {
  /** The link to open, token included. */
  link: string;
  /** This start made the workspace. */
  created: boolean;
  /** Terminals whose program runs. */
  runningTerminals(): Promise<number>;
  /** Ends agents and sockets, then the server; terminals outlive it unless told otherwise. */
  close(options?: { endTerminals?: boolean }): Promise<void>;
}

/** Starts the server on its workspace. Throws {@link StartError} with what to do when it can't. */
export async function startServer({ config, env, log }: ServerOptions): Promise<RunningServer> {
  try {
    const created = await ensureWorkspace(config, env);
    const lock = await lockWorkspace(config.workspace);
    if (!lock) throw await alreadyRunning(config);
    try {
      return await listen({ config, env, log }, created, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw reason(error, config) ?? error;
  }
}

/** What the person at the terminal can do about it; null for a bug. */
function reason(error: unknown, config: Config): StartError | null {
  if (isProblem(error)) return new StartError(`${error.message}${error.hint ? `\n${error.hint}` : ""}`);
  const { code, message } = error as NodeJS.ErrnoException;
  // ENOENT: what making a folder says on a file system that can't be written.
  const disk = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOSPC", "ENOTDIR", "EISDIR", "EEXIST", "EDQUOT"];
  if (code === undefined || !disk.includes(code)) return null;
  return new StartError(
    `The server can't keep its files: ${message}\n` +
      `It needs to write in ${config.home} and ${config.workspace}. Mend that, or name other folders (--workspace, THOTH_HOME).`,
  );
}

async function listen({ config, env, log }: ServerOptions, created: boolean, lock: FileLock) {
  await ensureHome(config.home);
  // One that was killed left its file behind; nobody may be sent there.
  await removeServerFile(config.home);
  const logger = createLogger(log);
  const services = createServices(config, env, (error) => logger.warn({ err: error }, "a failure behind the requests"));
  const app = await buildApp({ config, services, logger, created });
  try {
    await services.start();
    // The log must not offer an address: without the access code it opens nothing.
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
    const url = `http://${inUrl(config.host)}:${boundPort(app.server.address())}`;
    const { token } = config;
    const started_at = new Date().toISOString();
    const { home, workspace } = config;
    await writeServerFile(home, { url, token, pid: process.pid, started_at, version, workspace });
    services.indexNow();
    return {
      link: serverLink({ url, token }),
      created,
      async runningTerminals() {
        const terminals = await services.terminals.service.list();
        return terminals.filter(({ state }) => state === "running").length;
      },
      async close({ endTerminals = false } = {}) {
        // Side by side: each may take seconds, and the whole has ten.
        await Promise.all([endTerminals ? services.terminals.endAll() : undefined, app.close()]);
        await removeServerFile(config.home);
        lock.release();
      },
    };
  } catch (error) {
    await app.close();
    throw portProblem(error, config) ?? error;
  }
}

function portProblem(error: unknown, { host, port }: Config): StartError | null {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} of ${host} is taken by another program.\nStop that one, or choose another: --port 0 takes any free one.`,
      );
    case "EACCES":
      return new StartError(`Port ${port} of ${host} may not be used by you.\nChoose another, such as --port 4317.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`${host} is no address of this machine.\nChoose another with --host.`);
    default:
      return null;
  }
}

async function alreadyRunning({ workspace, home }: Config): Promise<StartError> {
  const running = await serverFileOfOther(home, workspace);
  return new StartError(
    `A server runs on ${workspace} already${running ? `: ${serverLink(running)}` : "."}\n` +
      "Open that link, or stop that server first.",
  );
}

/** The other one may hold the lock and be just about to say where it listens. */
async function serverFileOfOther(home: string, workspace: string): Promise<ServerFile | null> {
  for (let tries = 0; tries < 30; tries++) {
    const file = await readServerFile(home, workspace);
    if (file && isRunning(file.pid)) return file;
    await delay(100);
  }
  return null;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function boundPort(address: ReturnType<import("node:net").Server["address"]>): number {
  if (typeof address !== "object" || address === null) throw new Error("the server listens on no port");
  return address.port;
}

/** A browser can't open the address that means "every address". */
function inUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
