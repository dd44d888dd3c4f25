import type { Clock } from "../../lib/clock.ts";

/** Bytes that may be on the way to a viewer and not be shown yet. */
const HIGH = 512 * 1024;
/** The program goes on while the viewer still has something to show: else each of the two waits for the other. */
const LOW = 384 * 1024;
/** One that was left behind has caught up. */
const CAUGHT_UP = 128 * 1024;
/** So long a viewer may hold up the program; then it is left behind. */
const PATIENCE_MS = 3_000;

export interface Viewer {
  /** Output, or a screen. Left out for one that is behind: it gets a screen when it has caught up. */
  output(bytes: Uint8Array): void;
  /** All bytes that it has shown so far. */
  acknowledge(bytes: number): void;
  /** The program has to wait for it. */
  readonly full: boolean;
  close(): void;
}

export interface ViewerOptions {
  clock: Clock;
  send(bytes: Uint8Array): void;
  /** `full` is another. */
  onChange(): void;
  /** It was left behind and can go on: the next `output` it is given is a screen. */
  onCaughtUp(): void;
}

/** One who looks at a terminal: holds up the program while slow, never makes it wait for long, and is owed no memory. */
export function createViewer({ clock, send, onChange, onCaughtUp }: ViewerOptions): Viewer {
  let sent = 0;
  let shown = 0;
  let state: "flowing" | "full" | "behind" = "flowing";
  let cancelPatience = () => {};

  function become(next: typeof state): void {
    state = next;
    cancelPatience();
    if (state === "full") cancelPatience = clock.after(PATIENCE_MS, () => become("behind"));
    onChange();
  }

  return {
    output(bytes) {
      if (state === "behind") return;
      sent += bytes.length;
      send(bytes);
      if (state === "flowing" && sent - shown > HIGH) become("full");
    },
    acknowledge(bytes) {
      shown = Math.max(shown, Math.min(bytes, sent));
      if (state === "flowing" || sent - shown > (state === "behind" ? CAUGHT_UP : LOW)) return;
      const wasBehind = state === "behind";
      become("flowing");
      if (wasBehind) onCaughtUp();
    },
    get full() {
      return state === "full";
    },
    close() {
      cancelPatience();
    },
  };
}
