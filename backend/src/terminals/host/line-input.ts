import { writeSync } from "node:fs";

/** Input that may wait for a program that doesn't read. */
const MAX_WAITING = 1024 * 1024;
/** Written at once before others have their turn. */
const SLICE = 64 * 1024;
/** Between two tries: while the program reads, and at most while it doesn't. */
const TRY_MS = { first: 1, most: 50 };

interface Line {
  /** Open without blocking. */
  fd: number;
  /** Once it is closed its number may be another file's. */
  isOpen(): boolean;
}

interface LineInput {
  /** False when so much waits already that nothing more can be kept. What is taken is taken whole, and in order. */
  write(data: string | Uint8Array): boolean;
}

/**
 * What is typed into a terminal's line. A line takes some kilobytes that its program has not read and no more; the stream
 * that Node makes of it then tries again without a pause, and nothing else in the process happens any more.
 */
export function createLineInput({ fd, isOpen }: Line): LineInput {
  let parts: Buffer[] = [];
  let waiting = 0;
  let pause = TRY_MS.first;
  let pending = false;

  function flush(): void {
    pending = false;
    for (let written = 0; parts[0] && isOpen(); ) {
      const taken = take(parts[0]);
      written += taken;
      if (taken > 0 && written < SLICE) continue;
      pause = written > 0 ? TRY_MS.first : Math.min(TRY_MS.most, pause * 2);
      pending = true;
      setTimeout(flush, pause);
      return;
    }
    if (!isOpen()) drop();
  }

  /** How much of it the line takes now. */
  function take(part: Buffer): number {
    try {
      const taken = writeSync(fd, part, 0, Math.min(part.length, SLICE));
      waiting -= taken;
      if (taken === part.length) parts.shift();
      else parts[0] = part.subarray(taken);
      return taken;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The program has just ended; its exit is told by itself.
      if (code === "EIO") drop();
      else if (code !== "EAGAIN") throw error;
      return 0;
    }
  }

  function drop(): void {
    parts = [];
    waiting = 0;
  }

  return {
    write(data) {
      if (waiting > MAX_WAITING) return false;
      // A copy: what is given may be a window on a larger buffer.
      const part = Buffer.from(data as Uint8Array);
      if (part.length === 0) return true;
      parts.push(part);
      waiting += part.length;
      if (!pending) flush();
      return true;
    },
  };
}
