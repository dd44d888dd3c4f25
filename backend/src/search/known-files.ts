import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import type { Statements } from "./kept-statements.ts";

/** A unit as the index has it. */
export interface FileRow {
  id: number;
  path: string;
  agent: AgentName;
  session: string;
  /** -1 while it was not read, -2 for what is no session. */
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

/**
 * The rows of `files`. With thousands of sessions reading them all takes longer than a question may: once read, only
 * those that this connection has written are read again, and all when another one has written anything.
 */
export class KnownFiles {
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
      return byPath(this.#all());
    }
    const version = this.#run("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version || this.#changed.size > FEW) {
      this.#rows = byPath(this.#all());
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

  #all(): FileRow[] {
    return this.#run(ROWS).all() as unknown as FileRow[];
  }
}

/** Copied, for objects as SQLite's binding makes them are slow to look into. */
const byPath = (rows: readonly FileRow[]) => new Map(rows.map((row) => [row.path, { ...row }]));
