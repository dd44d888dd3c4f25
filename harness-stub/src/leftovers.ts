import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryFile } from "./atomic-write.ts";
import { systemCode } from "./problem.ts";
import { folderEntries } from "./session-folders.ts";

const LEFTOVER_MS = 60 * 60 * 1000;

/**
 * Removes what killed commands left behind in the sessions root, and in `folder` where one is given. Young leftovers
 * may belong to a command that is still at work. What can't be removed stays: it keeps nobody from their own work.
 */
export function removeLeftovers(sessionsRoot: string, folder?: string): void {
  for (const entry of folderEntries(sessionsRoot)) {
    const ours = /^\.(?:creating|deleting)-/.test(entry.name) && entry.isDirectory();
    if (ours) removeIfOld(join(sessionsRoot, entry.name));
  }
  if (folder === undefined) return;
  for (const entry of folderEntries(folder)) {
    if (isTemporaryFile(entry.name) && entry.isFile()) removeIfOld(join(folder, entry.name));
  }
}

function removeIfOld(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || Date.now() - stat.mtimeMs <= LEFTOVER_MS) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!systemCode(error)) throw error;
  }
}
