import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { takeFileLock } from "../../lib/file-lock.ts";
import { makeFolders } from "../../lib/make-folders.ts";
import { serveConnection } from "./connection.ts";
import { createHost, type Host } from "./host.ts";
import {
  type HostRecord,
  hostName,
  hostsFolder,
  remembered,
  removeHostRecord,
  writeHostRecord,
} from "./host-record.ts";
import { PROTOCOL } from "./protocol.ts";
import { assertPrivate } from "./runtime-folder.ts";

/** How often the host looks whether it can still be found. */
const LOOK_MS = 30_000;
/** Titles change often; what is written down of a terminal may be so old. */
const KEEP_MS = 1_000;

export interface ListenOptions {
  /** The server's own folder, THOTH_HOME. */
  home: string;
  /** Where the socket is made; ours, and closed to others. */
  folder: string;
  version: string;
  protocol?: number;
  clock?: Clock;
  onError(error: unknown): void;
}

export interface ListeningHost {
  host: Host;
  socket: string;
  /** Resolves when the host has ended and left nothing behind. */
  ended: Promise<void>;
}

/** Opens a host's socket and writes down where it is; null where a host of that version is there already. */
export async function listenHost(options: ListenOptions): Promise<ListeningHost | null> {
  const { home, folder, version, protocol = PROTOCOL, clock = systemClock, onError } = options;
  const name = hostName(protocol, version);
  // The home itself is the server's: one that was removed while this program started is not made anew.
  await mkdir(hostsFolder(home), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const lock = takeFileLock(join(hostsFolder(home), `${name}.lock`));
  if (!lock) return null;

  const socket = join(folder, `${createHash("sha256").update(`${home}\0${name}`).digest("hex").slice(0, 16)}.sock`);
  const record: HostRecord = {
    socket,
    pid: process.pid,
    protocol,
    version,
    startedAt: clock.now().toISOString(),
    terminals: [],
  };
  const ended = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  let writing = Promise.resolve();

  let cancelKeep: (() => void) | null = null;

  const host = createHost({
    clock,
    folder,
    onTerminals(ids) {
      record.terminals = ids;
      return keep();
    },
    onChange() {
      cancelKeep ??= clock.after(KEEP_MS, () => void keep());
    },
    onError,
    onEnd: () => void close().catch(onError),
  });
  const hello = { type: "hello", protocol, version, pid: process.pid } as const;
  let server: Server | null = null;
  let cancelLook = () => {};

  function serve(connection: Socket): void {
    open.add(connection);
    connection.on("close", () => open.delete(connection));
    serveConnection(connection, { host, hello, onError });
  }

  async function listen(): Promise<void> {
    // Left by one that was killed; whoever holds the lock is alone.
    await rm(socket, { force: true });
    const next = createServer(serve);
    await new Promise<void>((resolve, reject) => {
      next.once("error", reject);
      next.listen(socket, resolve);
    });
    next.on("error", onError);
    server = next;
    cancelLook = clock.after(LOOK_MS, () => void look().catch(onError));
  }

  /** A runtime folder goes when its user logs out, and with it the way to terminals that go on. */
  async function look(): Promise<void> {
    if (host.closing) return;
    if (existsSync(socket)) {
      cancelLook = clock.after(LOOK_MS, () => void look().catch(onError));
      return;
    }
    server?.close();
    await makeFolders(folder, 0o700);
    await assertPrivate(folder);
    await listen();
  }

  function keep(): Promise<void> {
    cancelKeep?.();
    cancelKeep = null;
    // A full disk is no reason to open no terminal.
    writing = writing
      .then(() => writeHostRecord(home, name, { ...record, known: host.list().map(remembered) }))
      .catch(onError);
    return writing;
  }

  async function close(): Promise<void> {
    cancelLook();
    cancelKeep?.();
    server?.close();
    await writing;
    await removeHostRecord(home, name);
    await rm(socket, { force: true });
    // What is said last still arrives: after the answers that are due, and ended, not cut.
    await new Promise((resolve) => setImmediate(resolve));
    for (const connection of open) connection.end();
    lock?.release();
    ended.resolve();
  }

  await listen();
  await writeHostRecord(home, name, record);
  return { host, socket, ended: ended.promise };
}
