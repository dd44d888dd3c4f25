import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fillTitles } from "./title-store.ts";

/** Raise when the tables change: an index of another number is built anew, but for the one before. */
const SCHEMA = 3;
const BEFORE = 2;
const BUSY_MS = 5000;

const WORDS = `content='', contentless_delete=1, tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"`;

/** What that index lacks: what sessions are called, by their file, and the worktrees that a project was seen to have. */
const ADDED = `
CREATE VIRTUAL TABLE titles USING fts5(said, extra, ${WORDS});
INSERT INTO titles(titles, rank) VALUES('rank', 'bm25(1.0, 0.6)');
CREATE TABLE worktrees(project TEXT NOT NULL, folder TEXT NOT NULL, PRIMARY KEY(project, folder)) WITHOUT ROWID;
`;

/**
 * `files` has one row a unit of a store; its `size` is -1 until it was read. `turns` says who owns what was said, `copies`
 * where it was said again, `texts` what it was; the full-text index keeps no text.
 */
const TABLES = `
CREATE TABLE folders(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE files(
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, session TEXT NOT NULL,
  size REAL NOT NULL, mtime REAL NOT NULL, version INTEGER NOT NULL, folder INTEGER,
  title TEXT, started INTEGER, fork_of TEXT, parent TEXT,
  archived INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0, forgotten INTEGER NOT NULL DEFAULT 0);
CREATE INDEX files_session ON files(agent, session);
CREATE INDEX files_fork ON files(agent, fork_of) WHERE fork_of IS NOT NULL;
CREATE TABLE marks(file INTEGER PRIMARY KEY, mark BLOB NOT NULL);
CREATE TABLE turns(
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, seq INTEGER NOT NULL, role INTEGER NOT NULL, ts INTEGER,
  key INTEGER NOT NULL UNIQUE);
CREATE INDEX turns_file ON turns(file, seq);
CREATE TABLE copies(file INTEGER NOT NULL, seq INTEGER NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY(file, seq)) WITHOUT ROWID;
CREATE INDEX copies_turn ON copies(turn);
CREATE TABLE texts(id INTEGER PRIMARY KEY, text TEXT NOT NULL, document TEXT);
CREATE TABLE pending(what TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(said, extra, ${WORDS});
INSERT INTO words(words, rank) VALUES('automerge', 8), ('hashsize', 4194304), ('rank', 'bm25(1.0, 0.6)');
${ADDED}`;

/** An open index. `temporary`: nowhere to keep it, so that it goes with this process. */
export interface Database {
  readonly sql: DatabaseSync;
  readonly temporary: boolean;
  /** The file that is open is still the one at its path. */
  current(): boolean;
  close(): void;
}

/**
 * Opens the index, and makes it where there is none yet or one of another number. Throws what SQLite throws; whether
 * that means "make it anew" or "it can't be kept here" tell `isBroken` and `isUnwritable`.
 */
export function openDatabase(file: string): Database {
  makeFolder(dirname(file));
  // Nobody else's to read; what SQLite puts beside it gets the same mode.
  closeSync(openSync(file, "a", 0o600));
  const sql = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    prepare(sql, true);
  } catch (error) {
    sql.close();
    throw error;
  }
  const node = nodeOf(file);
  return { sql, temporary: false, current: () => nodeOf(file) === node, close: () => sql.close() };
}

/** Throws why it can't be made; Node's own recursive way says of a read-only disk that something is missing. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** An index without a name, on the temporary disk, which the system removes when its process ends. */
export function openTemporary(): Database {
  const sql = new DatabaseSync("");
  prepare(sql, false);
  return { sql, temporary: true, current: () => true, close: () => sql.close() };
}

export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

function prepare(sql: DatabaseSync, shared: boolean): void {
  if (versionOf(sql) !== SCHEMA) create(sql, shared);
  // Freed pages are wiped: what is deleted is to be out of the file, too.
  sql.exec(
    "PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=33554432;" +
      "PRAGMA secure_delete=ON; PRAGMA wal_autocheckpoint=2000; PRAGMA journal_size_limit=16777216",
  );
}

function create(sql: DatabaseSync, shared: boolean): void {
  // Before anything is written. What is written at once goes into half as many pages.
  sql.exec("PRAGMA page_size=8192");
  if (shared) switchToWal(sql);
  transaction({ sql }, () => {
    const version = versionOf(sql);
    if (version === SCHEMA) return;
    if (version === BEFORE) addTo(sql);
    else {
      dropAll(sql);
      sql.exec(TABLES);
    }
    sql.exec(`PRAGMA user_version=${SCHEMA}`);
  });
}

/** What an index made anew would lose: the sessions whose files are gone. */
function addTo(sql: DatabaseSync): void {
  sql.exec(ADDED);
  fillTitles(sql);
}

/** All of it, or nothing where `work` throws. */
export function transaction({ sql }: Pick<Database, "sql">, work: () => void): void {
  sql.exec("BEGIN IMMEDIATE");
  try {
    work();
    sql.exec("COMMIT");
  } catch (error) {
    if (sql.isTransaction) sql.exec("ROLLBACK");
    throw error;
  }
}

/** The switch doesn't wait for whoever else is in the file, whatever the busy timeout. */
function switchToWal(sql: DatabaseSync): void {
  const until = Date.now() + BUSY_MS;
  for (;;) {
    try {
      sql.exec("PRAGMA journal_mode=WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function dropAll(sql: DatabaseSync): void {
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  // Its shadow tables go with a full-text table.
  const isFullText = (name: unknown) => name === "words" || name === "titles";
  for (const { name } of tables.sort((a, b) => Number(isFullText(b.name)) - Number(isFullText(a.name))))
    sql.exec(`DROP TABLE IF EXISTS "${name}"`);
}

const versionOf = (sql: DatabaseSync) => sql.prepare("PRAGMA user_version").get()?.user_version;
const nodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

const codeOf = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256;
const BUSY = 5;
const READ_ONLY = 8;
const IO = 10;
const CORRUPT = 11;
const FULL = 13;
const CANT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** For the memory that its users share, which SQLite reserves in a file beside it. */
const isNoRoom = (error: unknown) => (error as { errcode?: number }).errcode === IO + 19 * 256;

const isBusy = (error: unknown) => codeOf(error) === BUSY || codeOf(error) === BUSY + 1;
export const isBroken = (error: unknown) => [CORRUPT, NOT_A_DATABASE].includes(codeOf(error));

/** The disk won't have it: full, read-only, or without permission. Says why, in a few words; null for any other failure. */
export function isUnwritable(error: unknown): string | null {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (codeOf(error) === FULL || isNoRoom(error) || code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  if (codeOf(error) === READ_ONLY || code === "EROFS") return "it is read-only";
  if ([IO, CANT_OPEN].includes(codeOf(error))) return (error as Error).message;
  return ["EACCES", "EPERM", "ENOENT", "ENOTDIR", "EISDIR", "EIO"].includes(code) ? (error as Error).message : null;
}
