import { setTimeout as delay } from "node:timers/promises";
import { type FileLock, takeFileLock } from "../lib/file-lock.ts";

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
 * One writer of the index at a time. A busy timeout alone isn't enough: of many that wait for one writer some are never
 * served. Null when it is not needed any more, `"waiting"` when another one still has it at the end.
 */
export async function takeLease({
  file,
  waitMs,
  needless,
  signal,
}: LeaseRequest): Promise<FileLock | null | "waiting"> {
  const until = performance.now() + waitMs;
  let checked = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause + 2, LONGEST_PAUSE_MS)) {
    const lease = takeFileLock(`${file}.lock`);
    if (lease) return lease;
    const now = performance.now();
    if (now - checked > CHECKED_EVERY_MS || signal?.aborted) {
      checked = now;
      if (signal?.aborted || needless()) return null;
    }
    if (now > until) return "waiting";
    await delay(pause);
  }
}
