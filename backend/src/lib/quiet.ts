import { setTimeout as pause } from "node:timers/promises";

interface QuietFor {
  /** So long nobody asked for anything, in ms. */
  forMs: number;
  /** Longer than this is not waited. */
  atMostMs: number;
}

/** Tells work that can wait when nobody is asking for anything. */
export interface Quiet {
  /** Somebody asked, or was answered. */
  disturb(): void;
  /** Resolves when it is quiet, when that took too long, or when `signal` aborts. */
  wait(how: QuietFor, signal: AbortSignal): Promise<void>;
}

export function createQuiet(now: () => number = () => performance.now()): Quiet {
  let last = Number.NEGATIVE_INFINITY;
  return {
    disturb() {
      last = now();
    },
    async wait({ forMs, atMostMs }, signal) {
      const until = now() + atMostMs;
      for (;;) {
        const left = Math.min(last + forMs, until) - now();
        if (left <= 0 || signal.aborted) return;
        // Rejects when it aborts, and then there is nothing more to wait for.
        await pause(left, undefined, { signal, ref: false }).catch(() => {});
      }
    },
  };
}
