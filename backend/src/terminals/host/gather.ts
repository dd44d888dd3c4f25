import type { Clock } from "../../lib/clock.ts";

/** Between two frames of a program that prints without a rest. */
const GATHER_MS = 5;
/** And no more than so many bytes in one. */
const MOST = 64 * 1024;

export interface Gatherer {
  push(bytes: Uint8Array): void;
  /** Sends what is held; what comes next is sent at once. */
  flush(): void;
}

/**
 * A line gives its output in pieces of 4 KiB, each of which would cost server and page a frame. What comes after a rest is
 * sent at once, as the answer to a key; what follows close behind is gathered.
 */
export function createGatherer(clock: Clock, send: (bytes: Uint8Array) => void): Gatherer {
  let parts: Uint8Array[] = [];
  let held = 0;
  let cancel: (() => void) | null = null;

  function sendHeld(): void {
    if (held === 0) return;
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
    parts = [];
    held = 0;
    send(bytes);
  }

  function wait(): void {
    cancel = clock.after(GATHER_MS, () => {
      cancel = null;
      if (held === 0) return;
      sendHeld();
      wait();
    });
  }

  return {
    push(bytes) {
      parts.push(bytes);
      held += bytes.length;
      if (cancel !== null && held < MOST) return;
      sendHeld();
      if (cancel === null) wait();
    },
    flush() {
      cancel?.();
      cancel = null;
      sendHeld();
    },
  };
}
