import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./database.ts";

export interface Lease {
  release(): void;
}

export interface LeaseRequest {
  /** The database's file; the lease is a tiny one beside it. */
  file: string;
  waitMs: number;
  /** Someone else did meanwhile what the lease is for. */
  needless(): boolean;
  signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 40;
const CHECKED_EVERY_MS = 150;

/**
 * One writer of the index at a time. Held as a SQLite transaction, so that the system frees it when its holder dies,
 * however it dies. A busy timeout alone isn't enough: of many that wait for one writer some are never served.
 * Null when it is not needed any more, `"waiting"` when another one still has it at the end.
 */
export async function takeLease({ file, waitMs, needless, signal }: LeaseRequest): Promise<Lease | null | "waiting"> {
  const database = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  const until = performance.now() + waitMs;
  let checked = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause + 2, LONGEST_PAUSE_MS)) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return { release: () => database.close() };
    } catch (error) {
      if (!isBusy(error)) {
        database.close();
        throw error;
      }
    }
    const now = performance.now();
    if (now - checked > CHECKED_EVERY_MS || signal?.aborted) {
      checked = now;
      if (signal?.aborted || needless()) {
        database.close();
        return null;
      }
    }
    if (now > until) {
      database.close();
      return "waiting";
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
