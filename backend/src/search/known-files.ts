import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import { keptStatements, type Statements } from "./kept-statements.ts";

/** In the place of a size: not read so far, and no session. */
export const UNREAD = -1;
export const NO_SESSION = -2;

/** A unit as the index has it. */
export interface FileRow {
  id: number;
  path: string;
  agent: AgentName;
  session: string;
  /** {@link UNREAD}, {@link NO_SESSION}, or the unit's when it was read. */
  size: number;
  mtime: number;
  version: number;
  folder: string | null;
  gone: number;
  forgotten: number;
}

const ROWS =
  "SELECT f.id, f.path, f.agent, f.session, f.size, f.mtime, f.version, d.path AS folder, f.gone, f.forgotten " +
  "FROM files f LEFT JOIN folders d ON d.id = f.folder";
/** Past so many all are read. */
const FEW = 100;

const known = new WeakMap<DatabaseSync, KnownFiles>();

/** One for each connection: it keeps the rows it has read. */
export function knownFiles(sql: DatabaseSync): KnownFiles {
  const files = known.get(sql) ?? new KnownFiles(sql, keptStatements(sql));
  known.set(sql, files);
  return files;
}

/**
 * The rows of `files`. With thousands of sessions reading them all takes longer than a question may: once read, only
 * those that this connection has written are read again, and all when another one has written anything.
 */
class KnownFiles {
  readonly #sql: DatabaseSync;
  readonly #run: Statements;
  #rows = new Map<string, FileRow>();
  readonly #paths = new Map<number, string>();
  /** Others' writes change it; null before anything was read. */
  #version: unknown = null;
  readonly #changed = new Set<number | string>();

  constructor(sql: DatabaseSync, run: Statements) {
    this.#sql = sql;
    this.#run = run;
  }

  /** Another number where the rows may be others than they were. */
  revision = 0;

  /** By path. */
  rows(): ReadonlyMap<string, FileRow> {
    // What is rolled back later is not to be known.
    if (this.#sql.isTransaction) {
      this.revision++;
      return this.#all();
    }
    const version = this.#run("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version || this.#changed.size > FEW) {
      this.#rows = this.#all();
      this.#paths.clear();
      for (const { id, path } of this.#rows.values()) this.#paths.set(id, path);
      this.#version = version;
      this.revision++;
    } else if (this.#changed.size > 0) {
      for (const which of this.#changed) this.#readAgain(which);
      this.revision++;
    }
    this.#changed.clear();
    return this.#rows;
  }

  /** By number or path. It need not be there, or committed. */
  changed(which: number | string): void {
    this.#changed.add(which);
  }

  allChanged(): void {
    this.#version = null;
  }

  #readAgain(which: number | string): void {
    const byPath = typeof which === "string";
    const row = this.#run(`${ROWS} WHERE ${byPath ? "f.path" : "f.id"} = ?`).get(which) as FileRow | undefined;
    this.#forget(byPath ? this.#rows.get(which)?.id : which);
    if (!row) return;
    this.#forget(row.id);
    this.#rows.set(row.path, { ...row });
    this.#paths.set(row.id, row.path);
  }

  #forget(id: number | undefined): void {
    const path = id === undefined ? undefined : this.#paths.get(id);
    if (id === undefined || path === undefined) return;
    this.#paths.delete(id);
    // Another one may have its path by now.
    if (this.#rows.get(path)?.id === id) this.#rows.delete(path);
  }

  #all(): Map<string, FileRow> {
    const statement = this.#run(ROWS);
    // As lists: objects as SQLite's binding makes them take longer to make and to look into.
    statement.setReturnArrays(true);
    const rows = statement.all() as unknown as Columns[];
    return new Map(rows.map((columns) => [columns[1], rowOf(columns)]));
  }
}

type Columns = [
  id: number,
  path: string,
  agent: AgentName,
  session: string,
  size: number,
  mtime: number,
  version: number,
  folder: string | null,
  gone: number,
  forgotten: number,
];

/** In the order of {@link ROWS}. */
function rowOf([id, path, agent, session, size, mtime, version, folder, gone, forgotten]: Columns): FileRow {
  return { id, path, agent, session, size, mtime, version, folder, gone, forgotten };
}

export type { KnownFiles };
