import type { Indexing } from "../../../api/search.ts";

const WIDTH = 30;
/** Shorter work is over before anybody has read that it goes on. */
const SHOWN_AFTER_MS = 400;

export interface ProgressBar {
  show(progress: Indexing | null): void;
  /** Leaves an empty line behind. */
  clear(): void;
}

/** A bar on a terminal; nothing on anything else, where it would be in the way. */
export function createProgressBar(
  stream: Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean },
  now: () => number = Date.now,
): ProgressBar {
  if (!stream.isTTY) return { show() {}, clear() {} };
  const since = now();
  let shown = "";

  function draw(line: string) {
    if (line === shown) return;
    stream.write(`\r\x1b[2K${line}`);
    shown = line;
  }

  return {
    show(progress) {
      if (progress === null || progress.total === 0) return draw("");
      if (now() - since < SHOWN_AFTER_MS) return;
      const { done, total } = progress;
      const full = Math.round((Math.min(done, total) / total) * WIDTH);
      draw(`Indexing [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${done}/${total}`);
    },
    clear: () => draw(""),
  };
}
