import { dirname } from "node:path";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import type { Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import { endMarked } from "../lib/end-process-tree.ts";
import { processEntry } from "../lib/process-tree.ts";
import { type HostRecord, hostName, readHostRecords, removeHostRecord } from "./host/host-record.ts";
import { markText } from "./host/mark.ts";
import { type HostSpec, PROTOCOL } from "./host/protocol.ts";
import { assertPrivate, ensureRuntimeFolder, FolderError } from "./host/runtime-folder.ts";
import { connectHost, type HostClient, HostGone } from "./host-client.ts";
import { summonHost } from "./summon-host.ts";

export interface HostsOptions {
  home: string;
  version: string;
  env: NodeJS.ProcessEnv;
  /** Terminals that came, changed or went. */
  onChange(ids: string[]): void;
  /** Their host ended without a word. */
  onLost(terminals: Terminal[]): void;
  onError(error: unknown): void;
  /** The host's program, where another than ours. */
  program?: string;
}

/** Every terminal host of this server's home: finds them, starts one where it needs one, and knows when one is gone. */
export interface Hosts {
  /** Looks for those that are there; starts none. */
  open(): Promise<void>;
  terminals(): Terminal[];
  find(id: string): Terminal | null;
  /** The host of a terminal; null for an unknown one. */
  of(id: string): HostClient | null;
  /** In a host of this version: one that is there, or a new one. */
  create(spec: HostSpec): Promise<Terminal>;
  /** Ends every terminal of every host, and the hosts. */
  stopAll(): Promise<void>;
  /** Resolves when it is known of every connection that broke whether its host is gone too. */
  settled(): Promise<void>;
  /** Leaves the hosts to themselves. */
  close(): void;
}

const DEATH_MS = 3_000;
const DEATH_LOOK_MS = 20;
const TRIES = 3;

export function createHosts(options: HostsOptions): Hosts {
  const { home, version, env, onChange, onLost, onError, program } = options;
  const own = hostName(PROTOCOL, version);
  const clients = new Map<string, HostClient>();
  const leavings = new Set<Promise<void>>();
  let starting: Promise<HostClient> | null = null;
  let stopping = false;
  let closed = false;

  async function join(name: string, record: HostRecord): Promise<HostClient> {
    await assertPrivate(dirname(record.socket));
    const client = await connectHost({ socket: record.socket, onChange, onError });
    clients.set(name, client);
    void client.closed.then(() => {
      const leaving = left(name, client)
        .catch(onError)
        .finally(() => leavings.delete(leaving));
      leavings.add(leaving);
    });
    return client;
  }

  /** A connection broke, or the host is gone. */
  async function left(name: string, client: HostClient): Promise<void> {
    if (clients.get(name) === client) clients.delete(name);
    if (closed) return;
    const record = (await readHostRecords(home)).get(name);
    if (record?.pid === client.hello.pid && (await rejoined(name, record))) return;
    const before = [...client.terminals.values()];
    if (!(await hasDied(client.hello.pid))) {
      // Its programs go on; whoever looks for hosts anew finds it once it can be reached.
      onError(new HostGone(`The terminal host (process ${client.hello.pid}) is at work and can't be reached.`));
      return onChange(before.map(({ id }) => id));
    }
    if (before.length > 0) onLost(before);
    await sweep(name, record, before);
  }

  async function rejoined(name: string, record: HostRecord): Promise<boolean> {
    try {
      const client = clients.get(name) ?? (await join(name, record));
      onChange([...client.terminals.keys()]);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** What a killed host left behind: its programs that outlived their line, and its record. */
  async function sweep(name: string, record: HostRecord | undefined, known: readonly Terminal[] = []): Promise<void> {
    const ids = new Set([...(record?.terminals ?? []), ...known.map(({ id }) => id)]);
    for (const id of ids) await endMarked(markText(id));
    const now = (await readHostRecords(home)).get(name);
    if (record && now?.pid === record.pid) await removeHostRecord(home, name);
  }

  async function current(): Promise<HostClient> {
    const there = clients.get(own);
    if (there) return there;
    starting ??= start().finally(() => {
      starting = null;
    });
    return starting;
  }

  async function start(): Promise<HostClient> {
    if (closed || stopping)
      throw problem("shutting-down", "The server is shutting down: no terminal is opened any more.");
    const found = await look();
    if (found) return found;
    const folder = await ensureRuntimeFolder(env);
    return summonHost({ home, folder, version, env, ...(program ? { program } : {}) }, look, async () => {
      const record = (await readHostRecords(home)).get(own);
      return record && !isDead(record) ? record : null;
    });
  }

  /** The host of this version, if it is there. */
  async function look(): Promise<HostClient | null> {
    const record = (await readHostRecords(home)).get(own);
    if (!record) return null;
    try {
      return await join(own, record);
    } catch (error) {
      if (!isGone(error)) throw error;
      if (!isDead(record)) return null;
      await sweep(own, record);
      return null;
    }
  }

  return {
    async open() {
      // Whatever is wrong with terminals, the rest of the server does without them.
      const records = await readHostRecords(home).catch((error) => {
        onError(error);
        return new Map<string, HostRecord>();
      });
      for (const [name, record] of records) {
        if (clients.has(name)) continue;
        try {
          await join(name, record);
        } catch (error) {
          if (isGone(error) && isDead(record)) await sweep(name, record);
          else onError(error);
        }
      }
    },
    terminals: () => [...clients.values()].flatMap((client) => [...client.terminals.values()]),
    find(id) {
      for (const client of clients.values()) {
        const terminal = client.terminals.get(id);
        if (terminal) return terminal;
      }
      return null;
    },
    of(id) {
      for (const client of clients.values()) if (client.terminals.has(id)) return client;
      return null;
    },
    async create(spec) {
      try {
        for (let attempt = 1; ; attempt++) {
          const client = await current();
          try {
            return await client.ask("create", { spec });
          } catch (error) {
            // One that was just ending has done nothing: the next one does it.
            if (!(error instanceof HostGone && error.closing) || attempt === TRIES) throw error;
            await client.closed;
          }
        }
      } catch (error) {
        if (error instanceof HostGone)
          throw problem("terminal-failed", "The terminal host ended while it started the terminal.", "Try again.");
        if (error instanceof FolderError) throw problem("terminal-failed", error.message);
        throw error;
      }
    },
    async stopAll() {
      stopping = true;
      const ending = [...clients.values()];
      await Promise.all(
        ending.map(async (client) => {
          await client.ask("stop", {}).catch((error) => {
            if (!(error instanceof HostGone)) throw error;
          });
          await client.closed;
        }),
      );
    },
    async settled() {
      // A connection's end is told to its streams first.
      await setImmediate();
      await Promise.all(leavings);
    },
    close() {
      closed = true;
      for (const client of clients.values()) client.close();
      clients.clear();
    },
  };
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof HostGone || code === "ENOENT" || code === "ECONNREFUSED";
}

/** A process closes its lines a moment before it is gone. */
async function hasDied(pid: number): Promise<boolean> {
  const latest = performance.now() + DEATH_MS;
  while (processEntry(pid) !== null) {
    if (performance.now() > latest) return false;
    await delay(DEATH_LOOK_MS);
  }
  return true;
}

/** Where the system has no /proc, a socket that nobody answers is all there is to go by. */
function isDead({ pid }: HostRecord): boolean {
  return processEntry(pid) === null;
}
