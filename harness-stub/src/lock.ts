import { closeSync, constants, lstatSync, mkdirSync, openSync, rmSync } from "node:fs";
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
    takeLock(database, sessionsRoot, id);
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
    // On a file it may only read, SQLite takes a shared lock and calls it exclusive.
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    closeSync(openSync(lockFile(sessionsRoot, id), O_RDWR | O_CREAT | O_NOFOLLOW));
    return new DatabaseSync(lockFile(sessionsRoot, id), { timeout: waitMs });
  } catch (error) {
    throw sqliteCode(error) === null ? asWriteProblem(error) : noLock(sessionsRoot, id, error);
  }
}

function takeLock(database: DatabaseSync, sessionsRoot: string, id: string): void {
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    const code = sqliteCode(error);
    if (code === null) throw error;
    if (code !== SQLITE_BUSY) throw noLock(sessionsRoot, id, error);
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

/** SQLite's primary result code; null for any other error. */
function sqliteCode(error: unknown): number | null {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? null : errcode % 256;
}

// Something else is in the lock file's place, or it is not for this user to write.
function noLock(sessionsRoot: string, id: string, cause: unknown): Problem {
  const file = lockFile(sessionsRoot, id);
  return new Problem(
    "write-failed",
    `Session ${id} can't be locked, so nothing was written: ${(cause as Error).message} (${file}).`,
    "Check that you may write there, or remove the file: it is made anew.",
    { cause },
  );
}
