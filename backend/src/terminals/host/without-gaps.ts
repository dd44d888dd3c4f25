import { closeSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { isGone } from "../../lib/process-tree.ts";

/**
 * Opens a line with no gap among the numbers of our open files, up to the last line. A program that is started on one
 * closes what it got from us, the lines of other terminals among it, one number after the other until one is free: behind
 * a gap it would keep them. Where hardly any number is left, that is the smaller evil.
 */
export function withoutGaps<T>(openLine: () => T): T {
  const fillers = fillGaps();
  try {
    return openLine();
  } catch (error) {
    if (fillers.length === 0) throw error;
  } finally {
    for (const filler of fillers) closeSync(filler);
  }
  return openLine();
}

/** As many as numbers are left for. */
function fillGaps(): number[] {
  const fillers: number[] = [];
  try {
    for (let gaps = countGaps(); gaps > 0; gaps--) fillers.push(openSync("/dev/null", "r"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EMFILE" && code !== "ENFILE") throw error;
  }
  return fillers;
}

/** None on a system without /proc, where programs get none of ours. */
function countGaps(): number {
  const open = openFiles();
  const last = Math.max(0, ...open.filter(({ file }) => file.endsWith("/ptmx")).map(({ number }) => number));
  return last === 0 ? 0 : last + 1 - open.filter(({ number }) => number <= last).length;
}

function openFiles(): { number: number; file: string }[] {
  const names = read(() => readdirSync("/proc/self/fd")) ?? [];
  return names.flatMap((name) => {
    // The folder itself was open while it was read, and is not any more.
    const file = read(() => readlinkSync(`/proc/self/fd/${name}`));
    return file === null ? [] : [{ number: Number(name), file }];
  });
}

function read<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
