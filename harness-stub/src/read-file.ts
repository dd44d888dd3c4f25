import type { Stats } from "node:fs";
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "./fs.ts";
import { Problem, systemCode } from "./problem.ts";

/** A regular file's first bytes and what the disk says of it. */
export interface FileContent {
  bytes: Buffer;
  stat: Stats;
}

/** More can't be read at once. */
const MOST_BYTES = 2 ** 31 - 1;

/**
 * Reads a regular file of a session folder, at most `limit` bytes of it (0: all). Null when there is none. Symbolic
 * links, pipes and folders count as none: what a session shows never comes from outside of it. Throws `unreadable`.
 */
export function readRegularFile(path: string, limit = 0): FileContent | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (["ENOENT", "ELOOP", "ENOTDIR", "ENXIO"].includes(systemCode(error) ?? "")) return null;
    if (systemCode(error) !== "EACCES") throw error;
    throw new Problem("unreadable", `${path} can't be read: you may not.`, "Check who owns the file and its mode.", {
      cause: error,
    });
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return null;
    if (limit === 0 && stat.size > MOST_BYTES) throw tooLarge(path);
    if (limit === 0 || stat.size <= limit) return { bytes: readFileSync(file), stat };
    return { bytes: readStart(file, limit), stat };
  } finally {
    closeSync(file);
  }
}

const tooLarge = (path: string) =>
  new Problem("unreadable", `${path} is over 2 GiB.`, "Something else wrote into it: restore it from a copy.");

function readStart(file: number, limit: number): Buffer {
  const bytes = Buffer.alloc(limit);
  let length = 0;
  for (let count = -1; count !== 0 && length < limit; length += count) {
    count = readSync(file, bytes, length, limit - length, length);
  }
  return bytes.subarray(0, length);
}

/**
 * A file's time in whole milliseconds since 1970, rounded down as `Date.now()` is, so that the two compare. The bias
 * undoes the rounding error of times that were set as seconds.
 */
export const fileTime = (stat: { mtimeMs: number }) => Math.floor(stat.mtimeMs + 0.001);
