import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Value } from "typebox/value";
import { Terminal, TerminalParams } from "../../api/terminals.ts";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import type { Clock } from "../lib/clock.ts";
import { makeFolders } from "../lib/make-folders.ts";
import { hostsFolder, remembered } from "./host/host-record.ts";

/** Kept until somebody closes them, but no more than so many, and no longer. */
export const MAX_LOST = 50;
export const LOST_MS = 7 * 24 * 60 * 60_000;

/** Terminals whose host ended without a word: what was known of them, on disk, so that the next server has them too. */
export interface LostTerminals {
  /** Reads what earlier servers left; before that none is listed. */
  open(): Promise<void>;
  list(): Terminal[];
  find(id: string): Terminal | null;
  /** What a host left behind; what is no terminal is left out. Answers which were taken. */
  add(left: readonly unknown[]): Promise<Terminal[]>;
  /** False where there is none of that id. */
  remove(id: string): Promise<boolean>;
}

export interface LostTerminalsOptions {
  home: string;
  clock: Clock;
  /** They could not be written down, or not be read; they are known for as long as this process lives. */
  onError(error: unknown): void;
}

export function createLostTerminals({ home, clock, onError }: LostTerminalsOptions): LostTerminals {
  const file = join(hostsFolder(home), "lost.json");
  let lost: Terminal[] = [];
  let opened: Promise<void> | null = null;
  let writing = Promise.resolve();

  function open(): Promise<void> {
    opened ??= read(file, onError).then((read) => {
      lost = read;
    });
    return opened;
  }

  function current(): Terminal[] {
    const oldest = new Date(clock.now().getTime() - LOST_MS).toISOString();
    lost = lost.filter(({ endedAt }) => endedAt !== null && endedAt >= oldest).slice(-MAX_LOST);
    return lost;
  }

  function write(): Promise<void> {
    writing = writing
      .then(async () => {
        await makeFolders(dirname(file), 0o700);
        await writeFileAtomic(file, `${JSON.stringify(current(), null, 2)}\n`);
      })
      .catch(onError);
    return writing;
  }

  const find = (id: string) => current().find((terminal) => terminal.id === id) ?? null;

  return {
    open,
    list: () => [...current()],
    find,
    async add(left) {
      const now = clock.now().toISOString();
      const taken = left.filter(isTerminal).map((terminal) => asLost(terminal, now));
      if (taken.length === 0) return [];
      await open();
      const ids = new Set(taken.map(({ id }) => id));
      lost = [...lost.filter(({ id }) => !ids.has(id)), ...taken];
      await write();
      return taken;
    },
    async remove(id) {
      await open();
      if (!find(id)) return false;
      lost = lost.filter((terminal) => terminal.id !== id);
      await write();
      return true;
    },
  };
}

/** One that had ended before its host keeps its exit code. */
function asLost(left: Terminal, now: string): Terminal {
  const terminal = remembered(left);
  return terminal.state === "running"
    ? { ...terminal, state: "lost", endedAt: now }
    : { ...terminal, endedAt: terminal.endedAt ?? now };
}

/** One whose id no address can have could never be closed. */
function isTerminal(value: unknown): value is Terminal {
  return Value.Check(Terminal, value) && Value.Check(TerminalParams, { id: value.id });
}

async function read(file: string, onError: (error: unknown) => void): Promise<Terminal[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return Array.isArray(value) ? value.filter(isTerminal) : [];
  } catch (error) {
    // A torn file says nothing about anything that still runs.
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== "ENOENT") onError(error);
    return [];
  }
}
