import type { RecordedOutput } from "../emulator/index.ts";

interface Size {
  cols: number;
  rows: number;
}

interface Checkpoint extends Size {
  offset: number;
  /** Draws the screen as it was at `offset`. */
  screen: Uint8Array;
}

export interface RecordingOptions extends Size {
  /** Bytes of raw output that are kept. */
  keep?: number;
  /** Bytes between two places where it may be cut. */
  every?: number;
}

/** The last output of a terminal, raw, with the sizes it was written for. */
export interface Recording {
  /** Whole sequences only; `screen` is asked for where the recording may later be cut. */
  push(bytes: Uint8Array, screen: () => string): void;
  resize(size: Size): void;
  /** Bytes that were written in all. */
  readonly offset: number;
  /** What gives the screen as it is now; `cut` when its beginning was dropped, and a picture of the screen stands for it. */
  replayable(): { recorded: RecordedOutput; cut: boolean };
}

/**
 * Keeps the last 2 MiB. It is cut only at checkpoints, where the screen was taken down: so a replay always begins with a
 * whole screen, and ends with the right one.
 */
export function createRecording({
  cols,
  rows,
  keep = 2 * 1024 * 1024,
  every = 256 * 1024,
}: RecordingOptions): Recording {
  const start: Checkpoint = { offset: 0, cols, rows, screen: new Uint8Array(0) };
  let checkpoints = [start];
  let chunks: { offset: number; bytes: Uint8Array }[] = [];
  let resizes: { offset: number; cols: number; rows: number }[] = [];
  let size: Size = { cols, rows };
  let offset = 0;

  function trim(): void {
    const base = checkpoints.findLast((point) => offset - point.offset >= keep);
    if (!base || base === checkpoints[0]) return;
    checkpoints = checkpoints.filter((point) => point.offset >= base.offset);
    chunks = chunks.filter((chunk) => chunk.offset >= base.offset);
    resizes = resizes.filter((resize) => resize.offset >= base.offset);
  }

  /** Programs write in pieces of some bytes, each of which would cost a hundred more. */
  function joinFrom(start: number): void {
    const first = chunks.findIndex((chunk) => chunk.offset >= start);
    const pieces = chunks.splice(first);
    chunks.push({ offset: start, bytes: Buffer.concat(pieces.map((piece) => piece.bytes)) });
  }

  return {
    push(bytes, screen) {
      // A copy: what is given may be a window on a larger buffer.
      chunks.push({ offset, bytes: Uint8Array.from(bytes) });
      offset += bytes.length;
      const since = (checkpoints.at(-1) as Checkpoint).offset;
      if (offset - since < every) return;
      joinFrom(since);
      checkpoints.push({ offset, ...size, screen: Buffer.from(screen()) });
      trim();
    },
    resize(next) {
      size = { cols: next.cols, rows: next.rows };
      // Nothing was written for the one before.
      if (resizes.at(-1)?.offset === offset) resizes.pop();
      resizes.push({ offset, ...size });
    },
    get offset() {
      return offset;
    },
    replayable() {
      const base = checkpoints[0] as Checkpoint;
      const moved = base.screen.length - base.offset;
      return {
        cut: base.offset > 0,
        recorded: {
          bytes: Buffer.concat([base.screen, ...chunks.map((chunk) => chunk.bytes)]),
          start: 0,
          cols: base.cols,
          rows: base.rows,
          resizes: resizes.map((resize) => ({ ...resize, offset: resize.offset + moved })),
        },
      };
    },
  };
}
