import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * Takes the lock that a file stands for; null where another one holds it. Held as a SQLite transaction, so that the
 * system frees it when its holder dies, however it dies. Throws what SQLite throws.
 */
export function takeFileLock(file: string): FileLock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return null;
    throw error;
  }
}
