import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { asWriteProblem } from "./problem.ts";

const TEMPORARY = /^\.tht-.+-[0-9a-f]{12}\.tmp$/;

/** True for a file that {@link writeAtomic} left behind when it was killed. */
export const isTemporaryFile = (name: string) => TEMPORARY.test(name);

/** Replaces a file whole: a kill at any instant leaves the old content or the new. Throws `write-failed`. */
export function writeAtomic(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), `.tht-${basename(path)}-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = openSync(temporary, "wx");
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw asWriteProblem(error);
  }
}

/** Makes renames in a folder last through a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
