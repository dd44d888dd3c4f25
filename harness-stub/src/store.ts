import { lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryFile, syncFolder } from "./atomic-write.ts";
import { removeLockFile, withLock } from "./lock.ts";
import { randomBase32 } from "./new-session-id.ts";
import { asWriteProblem } from "./problem.ts";
import { folderEntries, sessionFolder } from "./session-folders.ts";
import { checkSessionId } from "./session-id.ts";

const LEFTOVER_MS = 60 * 60 * 1000;

/**
 * Makes a session's folder: `fill` writes into `.creating-<id>`, which then takes its name, so that nobody ever sees
 * half a session.
 */
export function createSession(sessionsRoot: string, id: string, fill: (folder: string) => void): void {
  checkSessionId(id);
  const building = join(sessionsRoot, `.creating-${id}`);
  try {
    mkdirSync(sessionsRoot, { recursive: true });
    mkdirSync(building);
    try {
      fill(building);
      syncFolder(building);
      renameSync(building, join(sessionsRoot, id));
    } catch (error) {
      rmSync(building, { recursive: true, force: true });
      throw error;
    }
    syncFolder(sessionsRoot);
  } catch (error) {
    throw asWriteProblem(error);
  }
  removeLeftovers(sessionsRoot);
}

/** Runs `action` on a session's folder as its only writer. Throws `invalid-id`, `session-not-found`, `locked`. */
export function changeSession<T>(sessionsRoot: string, id: string, action: (folder: string) => T): T {
  sessionFolder(sessionsRoot, id);
  return withLock(sessionsRoot, id, () => {
    const folder = sessionFolder(sessionsRoot, id);
    removeLeftovers(sessionsRoot, folder);
    return action(folder);
  });
}

/** Removes a session: it is gone at once, under another name, and then its files go. */
export function deleteSession(sessionsRoot: string, id: string): void {
  const doomed = join(sessionsRoot, `.deleting-${id}-${randomBase32(6)}`);
  changeSession(sessionsRoot, id, (folder) => {
    try {
      renameSync(folder, doomed);
      syncFolder(sessionsRoot);
    } catch (error) {
      throw asWriteProblem(error);
    }
    removeLockFile(sessionsRoot, id);
  });
  removeFolder(doomed);
}

// What a killed command left behind. Young leftovers may belong to a command that is still at work.
function removeLeftovers(sessionsRoot: string, folder?: string): void {
  const isOld = (path: string) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > LEFTOVER_MS;
  };
  for (const entry of folderEntries(sessionsRoot)) {
    const path = join(sessionsRoot, entry.name);
    const ours = /^\.(?:creating|deleting)-/.test(entry.name) && entry.isDirectory();
    if (ours && isOld(path)) removeFolder(path);
  }
  for (const entry of folder ? folderEntries(folder) : []) {
    const path = join(folder as string, entry.name);
    if (isTemporaryFile(entry.name) && entry.isFile() && isOld(path)) rmSync(path, { force: true });
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw asWriteProblem(error);
  }
}
