import { randomBytes } from "node:crypto";
import type { Terminal as TerminalInfo } from "../../../api/terminals.ts";
import type { Clock } from "../../lib/clock.ts";
import { HostFailure } from "./failure.ts";
import type { HostSpec } from "./protocol.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** A host without terminals ends after so long, whether or not a server is there. */
export const IDLE_MS = 60_000;
/** Terminals that no server has asked about for so long are ended, and the host with them. */
export const ABANDONED_MS = 12 * 60 * 60_000;

/** Terminals whose program has ended that are still shown; the oldest make room. */
export const KEPT_ENDED = 32;

/** What changed: as it is now, or the ids of what is gone. */
type Change = { changed: TerminalInfo[]; gone: string[] };

export interface HostOptions {
  clock: Clock;
  /** A folder of ours, closed to others. */
  folder: string;
  /** The terminals that are there or about to be; the program of one starts only once this is written down. */
  onTerminals(ids: string[]): Promise<void>;
  /** What is known of one is another. */
  onChange(): void;
  onError(error: unknown): void;
  /** There is nothing left to do: nothing is taken on any more. */
  onEnd(): void;
}

/** The terminals of one host, and how long it lives. Knows nothing of sockets. */
export interface Host {
  list(): TerminalInfo[];
  get(id: string): Terminal;
  create(spec: HostSpec): Promise<TerminalInfo>;
  end(id: string): Promise<void>;
  /** Ends every terminal, then the host. */
  stop(): Promise<void>;
  /** Hears of every change; answers how to stop. Counts as a server that is there. */
  watch(listener: (change: Change) => void): () => void;
  /** It ends: whoever wants a terminal has to ask another host. */
  readonly closing: boolean;
}

export function createHost({ clock, folder, onTerminals, onChange, onError, onEnd }: HostOptions): Host {
  const terminals = new Map<string, Terminal>();
  const watchers = new Set<(change: Change) => void>();
  /** Ids of those that are being made. */
  const making = new Set<string>();
  let closing = false;
  let cancelIdle = clock.after(IDLE_MS, endIdle);
  let cancelAbandoned = clock.after(ABANDONED_MS, abandon);

  function endIdle(): void {
    if (terminals.size > 0 || making.size > 0 || closing) return;
    closing = true;
    onEnd();
  }

  function abandon(): void {
    if (watchers.size === 0) void stop();
  }

  function rest(): void {
    cancelIdle();
    if (terminals.size === 0 && making.size === 0) cancelIdle = clock.after(IDLE_MS, endIdle);
  }

  function keep(): Promise<void> {
    return onTerminals([...terminals.keys(), ...making]);
  }

  function tell(change: Change): void {
    for (const watcher of [...watchers]) watcher(change);
  }

  function tellOf(id: string): void {
    const terminal = terminals.get(id);
    if (!terminal) return;
    tell({ changed: [terminal.info], gone: [] });
    onChange();
  }

  async function stop(): Promise<void> {
    closing = true;
    await Promise.all([...terminals.keys()].map(end));
    onEnd();
  }

  async function end(id: string): Promise<void> {
    await get(id).end();
    if (!terminals.delete(id)) return;
    await keep();
    tell({ changed: [], gone: [id] });
    rest();
  }

  async function dropEnded(): Promise<void> {
    const ended = [...terminals.values()].filter(({ info }) => info.state !== "running");
    for (const { info } of ended.slice(0, Math.max(0, ended.length - KEPT_ENDED))) await end(info.id);
  }

  function get(id: string): Terminal {
    const terminal = terminals.get(id);
    if (!terminal)
      throw new HostFailure("terminal-not-found", `There is no terminal ${id}.`, "It may have been closed.");
    return terminal;
  }

  return {
    list: () => [...terminals.values()].map(({ info }) => info),
    get,
    async create(spec) {
      const id = `t-${randomBytes(6).toString("hex")}`;
      making.add(id);
      try {
        await keep();
        const terminal = await createTerminal({ id, spec, clock, folder, onChange: () => tellOf(id), onError });
        terminals.set(id, terminal);
        await dropEnded();
        if (closing) await terminal.end();
        tellOf(id);
        return terminal.info;
      } finally {
        making.delete(id);
        // Whoever is told of it can be told of its loss.
        await keep();
        rest();
      }
    },
    end,
    stop,
    watch(listener) {
      watchers.add(listener);
      cancelAbandoned();
      return () => {
        watchers.delete(listener);
        if (watchers.size === 0) cancelAbandoned = clock.after(ABANDONED_MS, abandon);
      };
    },
    get closing() {
      return closing;
    },
  };
}
