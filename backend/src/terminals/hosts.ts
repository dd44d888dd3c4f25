import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import { endMarked } from "../lib/end-process-tree.ts";
import { type HostRecord, hostName, readHostRecords, removeHostRecord } from "./host/host-record.ts";
import { markText } from "./host/mark.ts";
import { type HostSpec, PROTOCOL } from "./host/protocol.ts";
import { assertPrivate, ensureRuntimeFolder, FolderError } from "./host/runtime-folder.ts";
import { connectHost, type HostClient, HostGone } from "./host-client.ts";
import { diesSoon, isDead, isLockFree } from "./host-death.ts";
import { createLostTerminals, type LostTerminals } from "./lost-terminals.ts";
import { summonHost } from "./summon-host.ts";

export interface HostsOptions {
  home: string;
  version: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  /** Terminals that came, changed, went or were lost. */
  onChange(ids: string[]): void;
  onError(error: unknown): void;
  /** The host's program, where another than ours. */
  program?: string;
}

/** Every terminal host of this server's home: finds them, starts one where it needs one, and knows when one is gone. */
export interface Hosts {
  /** Looks for those that are there; starts none. */
  open(): Promise<void>;
  terminals(): Terminal[];
  /** Those whose host ended without a word, while a server was there or not. */
  readonly lost: LostTerminals;
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

const TRIES = 3;

export function createHosts(options: HostsOptions): Hosts {
  const { home, version, env, clock, onChange, onError, program } = options;
  const own = hostName(PROTOCOL, version);
  const clients = new Map<string, HostClient>();
  const lost = createLostTerminals({ home, clock, onError });
  const leavings = new Set<Promise<void>>();
  let starting: Promise<HostClient> | null = null;
  let stopping = false;
  let closed = false;

  /** Null where it is another home's host: this home is a copy of that one, record and all. */
  async function reach(name: string, record: HostRecord): Promise<HostClient | null> {
    await assertPrivate(dirname(record.socket));
    const client = await connectHost({ socket: record.socket, onChange, onError });
    if (isLockFree(home, name)) {
      client.close();
      await removeHostRecord(home, name);
      return null;
    }
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
    if (!(await diesSoon(client.hello.pid))) {
      // Its programs go on; whoever looks for hosts anew finds it once it can be reached.
      onError(new HostGone(`The terminal host (process ${client.hello.pid}) is at work and can't be reached.`));
      return onChange(before.map(({ id }) => id));
    }
    await sweep(name, record, before);
  }

  async function rejoined(name: string, record: HostRecord): Promise<boolean> {
    try {
      const client = clients.get(name) ?? (await reach(name, record));
      if (!client) return false;
      onChange([...client.terminals.keys()]);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /**
   * What a killed host left behind: its terminals, its programs that outlived their line, and its record. The terminals
   * are as they were told, else as they were written down.
   */
  async function sweep(
    name: string,
    record: HostRecord | undefined,
    known: readonly unknown[] = record?.known ?? [],
  ): Promise<void> {
    const taken = (await lost.add(known)).map(({ id }) => id);
    if (taken.length > 0) onChange(taken);
    for (const id of new Set([...(record?.terminals ?? []), ...taken])) await endMarked(markText(id));
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
      return record && !isDead(home, own, record) ? record : null;
    });
  }

  /** The host of this version, if it is there. */
  async function look(): Promise<HostClient | null> {
    const record = (await readHostRecords(home)).get(own);
    if (!record) return null;
    try {
      return await reach(own, record);
    } catch (error) {
      if (!isGone(error)) throw error;
      if (!isDead(home, own, record)) return null;
      await sweep(own, record);
      return null;
    }
  }

  return {
    async open() {
      await lost.open();
      // Whatever is wrong with terminals, the rest of the server does without them.
      const records = await readHostRecords(home).catch((error) => {
        onError(error);
        return new Map<string, HostRecord>();
      });
      // Side by side: one that hangs is waited for, and the server's start with it.
      await Promise.all(
        [...records].map(async ([name, record]) => {
          if (clients.has(name)) return;
          try {
            await reach(name, record);
          } catch (error) {
            if (isGone(error) && isDead(home, name, record)) await sweep(name, record);
            else onError(error);
          }
        }),
      );
    },
    lost,
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
