import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database.ts";

const PAGES_AT_ONCE = 200;
const TRIES = 20;
const PAUSE_MS = 25;

/**
 * Gets what was deleted out of the file. The full-text index only marks words as deleted until its segments are merged,
 * and the write-ahead log keeps pages as they were until it is cut. What is interrupted is done the next time.
 */
export async function purge({ sql }: Database): Promise<void> {
  const changes = sql.prepare("SELECT total_changes() AS count");
  const count = () => Number(changes.get()?.count);
  for (const table of ["words", "titles"]) {
    const merge = sql.prepare(`INSERT INTO ${table}(${table}, rank) VALUES ('merge', ?)`);
    merge.run(-PAGES_AT_ONCE);
    for (let before = -2; count() - before >= 2; ) {
      before = count();
      merge.run(PAGES_AT_ONCE);
      await nextTurn();
    }
  }
  sql.exec("DELETE FROM pending WHERE what = 'purge'");
  if (!(await cutLog(sql))) purge.note(sql);
}

purge.note = (sql: DatabaseSync): void => sql.exec("INSERT OR IGNORE INTO pending(what) VALUES ('purge')");

purge.isPending = (sql: DatabaseSync): boolean =>
  sql.prepare("SELECT what FROM pending WHERE what = 'purge'").get() !== undefined;

/** Readers hold it up for moments; false when one held it for longer. */
async function cutLog(sql: DatabaseSync): Promise<boolean> {
  for (let left = TRIES; left > 0; left--) {
    sql.exec("PRAGMA busy_timeout=0");
    const blocked = sql.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy;
    sql.exec("PRAGMA busy_timeout=5000");
    if (blocked !== 1) return true;
    await pause(PAUSE_MS);
  }
  return false;
}
