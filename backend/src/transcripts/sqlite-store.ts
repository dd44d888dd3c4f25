import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { statOf } from "./folders.ts";

/** A writer commits within this, or the store is told as busy. */
const BUSY_MS = 1000;
const WAL_JOURNAL = 2;

/**
 * Reads from a database that belongs to somebody else. Opened read-only, with what is still in its write-ahead log; no
 * file appears beside it, unless a crash left a log without its index. Throws what SQLite throws.
 */
export function readStore<T>(path: string, read: (database: DatabaseSync) => T): T {
  if (!isAtRest(path)) return withDatabase(path, read);
  const before = storeStamp(path);
  // In write-ahead mode even a reader creates the log and its index; a file that nobody has open needs neither.
  const result = withDatabase(immutable(path), read, () => storeStamp(path) === before);
  return result === MOVED ? withDatabase(path, read) : result;
}

const MOVED = Symbol("moved");

function withDatabase<T>(path: string | URL, read: (database: DatabaseSync) => T): T;
function withDatabase<T>(
  path: string | URL,
  read: (database: DatabaseSync) => T,
  held: () => boolean,
): T | typeof MOVED;
function withDatabase<T>(path: string | URL, read: (database: DatabaseSync) => T, held?: () => boolean) {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    const result = read(database);
    return held === undefined || held() ? result : MOVED;
  } catch (error) {
    // Read while a writer came: what looked like damage may be none.
    if (held !== undefined && !held()) return MOVED;
    throw error;
  } finally {
    database.close();
  }
}

function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.search = "immutable=1";
  return url;
}

/** In write-ahead mode, and without a log, or with an empty one that nobody uses: nobody has it open. */
function isAtRest(path: string): boolean {
  const log = statOf(`${path}-wal`);
  if (log !== null && (log.size > 0 || statOf(`${path}-shm`) !== null)) return false;
  const header = Buffer.alloc(20);
  const file = openSync(path, "r");
  try {
    return readSync(file, header, 0, header.length, 0) === header.length && header[18] === WAL_JOURNAL;
  } finally {
    closeSync(file);
  }
}

/** Changes whenever something is written, also while it is only in the write-ahead log; null when there is no database. */
export function storeStamp(path: string): string | null {
  const main = statOf(path);
  if (!main?.isFile()) return null;
  const wal = statOf(`${path}-wal`);
  return [main.ino, main.size, main.mtimeMs, wal?.ino, wal?.size, wal?.mtimeMs].join(" ");
}

/** The columns of a table; none when there is no such table. */
export function columnsOf(database: DatabaseSync, table: string): Set<string> {
  const rows = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  return new Set(rows.map(({ name }) => String(name)));
}

/** What was last made of each database, for as long as nothing is written to it. */
export class StoreCache<T> {
  readonly #kept = new Map<string, { stamp: string; value: T }>();

  /** Null when there is no database. `make` throws what SQLite throws. */
  get(path: string, make: (database: DatabaseSync) => T): T | null {
    const stamp = storeStamp(path);
    if (stamp === null) {
      this.#kept.delete(path);
      return null;
    }
    const kept = this.#kept.get(path);
    if (kept?.stamp === stamp) return kept.value;
    const value = readStore(path, make);
    this.#kept.set(path, { stamp, value });
    return value;
  }
}
