import type { Reading, SessionHead, Turn } from "./types.ts";

/** What a session gives that is read whole each time; `touched` are the files its tools wrote, with repetitions. */
export function wholeReading(
  head: SessionHead,
  turns: Turn[],
  bytesRead: number,
  touched?: readonly string[],
): Reading {
  const reading: Reading = { head, turns, appended: false, mark: null, bytesRead };
  return touched ? { ...reading, touchedFiles: newestLast(touched) } : reading;
}

/** For stores that don't tell how much was read: what was said. */
export function lengthOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { text }) => sum + text.length, 0);
}

/** Each once, where it came last; without empty ones. */
export function newestLast(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => path !== "").toReversed())].reverse();
}
