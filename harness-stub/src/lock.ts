import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { asWriteProblem, Problem } from "./problem.ts";

const WAIT_MS = 5_000;
const SQLITE_BUSY = 5;

const lockFile = (sessionsRoot: string, id: string) => join(sessionsRoot, ".locks", `${id}.lock`);

/**
 * Runs `action` while this process is the session's only writer. The lock is SQLite's on an empty file: the system
 * frees it when its holder dies, however it dies. Throws `locked` after 5 s.
 */
export function withLock<T>(sessionsRoot: string, id: string, action: () => T, waitMs: number = WAIT_MS): T {
  const database = openLock(sessionsRoot, id, waitMs);
  try {
    takeLock(database, id);
    return action();
  } finally {
    database.close();
  }
}

/** Removes a deleted session's lock file. Call it while holding the lock. */
export function removeLockFile(sessionsRoot: string, id: string): void {
  rmSync(lockFile(sessionsRoot, id), { force: true });
}

function openLock(sessionsRoot: string, id: string, waitMs: number): DatabaseSync {
  const folder = join(sessionsRoot, ".locks");
  try {
    mkdirSync(folder, { recursive: true });
    if (!lstatSync(folder).isDirectory()) {
      throw new Problem(
        "write-failed",
        `${folder} is not a folder.`,
        "Remove it: locks live in it and it is made anew.",
      );
    }
    return new DatabaseSync(lockFile(sessionsRoot, id), { timeout: waitMs });
  } catch (error) {
    throw asWriteProblem(error);
  }
}

function takeLock(database: DatabaseSync, id: string): void {
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Problem(
      "locked",
      `Another command has been writing session ${id} for 5 seconds.`,
      "Wait for it to end, then run this again.",
      {
        cause: error,
      },
    );
  }
}
