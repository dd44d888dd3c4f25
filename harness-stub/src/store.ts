import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "./atomic-write.ts";
import { removeLeftovers } from "./leftovers.ts";
import { removeLockFile, withLock } from "./lock.ts";
import { randomBase32 } from "./new-session-id.ts";
import { asWriteProblem, Problem, systemCode } from "./problem.ts";
import { sessionFolder } from "./session-folders.ts";
import { checkSessionId } from "./session-id.ts";

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
  try {
    rmSync(doomed, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!systemCode(error)) throw error;
    throw new Problem(
      "write-failed",
      `Session ${id} is deleted, but its files could not all be removed: ${(error as Error).message}.`,
      `Remove ${doomed} by hand.`,
      { cause: error },
    );
  }
}
