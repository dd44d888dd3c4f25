import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import type { ReadMark, SessionHead, Unit } from "../transcripts/index.ts";
import { milliseconds } from "./index-values.ts";
import { keptStatements, type Statements } from "./kept-statements.ts";
import { type KnownFiles, knownFiles, NO_SESSION, UNREAD } from "./known-files.ts";
import type { PreparedReading } from "./prepared-reading.ts";
import { TitleStore } from "./title-store.ts";
import { type Origin, TurnStore } from "./turn-store.ts";

/** In characters: no system has a longer path, so what is longer was never a folder. */
const LONGEST_PATH = 4096;

const stores = new WeakMap<DatabaseSync, IndexStore>();

/** One for each connection: it keeps what it prepared. For one piece of work, which may be rolled back. */
export function indexStore(sql: DatabaseSync): IndexStore {
  const store = stores.get(sql) ?? new IndexStore(sql);
  stores.set(sql, store);
  store.begin();
  return store;
}

/** Writes sessions into the index; only it writes rows of `files`. Whoever calls holds the lease and a transaction. */
class IndexStore {
  readonly #run: Statements;
  readonly #turns: TurnStore;
  readonly #titles: TitleStore;
  readonly #files: KnownFiles;
  /** Of the row before: sessions of one folder mostly come together. */
  #lastFolder = { path: "", id: 0 };

  constructor(sql: DatabaseSync) {
    this.#run = keptStatements(sql);
    this.#turns = new TurnStore(sql, this.#run);
    this.#titles = new TitleStore(this.#run);
    this.#files = knownFiles(sql);
  }

  begin(): void {
    // A folder that was added and rolled back has another number, or none.
    this.#lastFolder = { path: "", id: 0 };
  }

  mark(file: number): ReadMark | undefined {
    const mark = this.#run("SELECT mark FROM marks WHERE file = ?").get(file)?.mark;
    // An older index has it as bytes: such a file is read whole once more.
    return typeof mark === "string" ? JSON.parse(mark) : undefined;
  }

  /** A unit that is there and is not read: it belongs elsewhere, or is not a session. */
  note(agent: AgentName, unit: Unit, version: number, head: SessionHead | null): void {
    this.#files.changed(unit.path);
    this.#run(
      "INSERT INTO files(path, agent, session, size, mtime, version, folder, title, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) " +
        "ON CONFLICT(path) DO UPDATE SET size = excluded.size, mtime = excluded.mtime, version = excluded.version, " +
        "folder = excluded.folder, gone = 0",
    ).run(
      unit.path,
      agent,
      head?.sessionId ?? unit.sessionId,
      head ? UNREAD : NO_SESSION,
      unit.mtime,
      version,
      this.#folder(head?.cwd ?? null),
      head?.title ?? null,
      milliseconds(head?.startedAt ?? null),
    );
  }

  /** Takes what was read of a unit; answers how many characters were new. */
  put(agent: AgentName, unit: Unit, version: number, reading: PreparedReading): number {
    const { head, mark } = reading;
    const started = milliseconds(head.startedAt);
    const { id, title } = this.#fileOf(agent, unit, version, head.sessionId);
    this.#files.changed(unit.path);
    this.#run(
      "UPDATE files SET session = ?, size = ?, mtime = ?, version = ?, folder = ?, title = ?, started = ?, fork_of = ?, " +
        "parent = ?, archived = ?, gone = 0 WHERE id = ?",
    ).run(
      head.sessionId,
      unit.size,
      unit.mtime,
      version,
      this.#folder(head.cwd),
      head.title,
      started,
      head.forkOf,
      head.subagentOf,
      reading.archived ? 1 : 0,
      id,
    );
    if (mark === null) this.#run("DELETE FROM marks WHERE file = ?").run(id);
    else this.#run("INSERT OR REPLACE INTO marks(file, mark) VALUES (?, ?)").run(id, mark);
    const origin: Origin = { id, session: head.sessionId, started, fork_of: head.forkOf };
    if (agent !== "thoth" && (!reading.appended || head.title !== title)) this.#titles.put(id, reading.title);
    if (reading.appended) return this.#turns.append(origin, reading.turns);
    const added = this.#turns.replace(origin, reading.turns);
    this.#turns.shareWithForks(agent, origin);
    return added;
  }

  setGone(file: number, gone: boolean): void {
    this.#files.changed(file);
    this.#run("UPDATE files SET gone = ? WHERE id = ?").run(gone ? 1 : 0, file);
  }

  /** The same session's file under another name, such as after it moved with its worktree. */
  rename(file: number, path: string): void {
    this.#files.changed(file);
    this.#run("UPDATE files SET path = ?, gone = 0 WHERE id = ?").run(path, file);
  }

  /** Out of the index with all that only it said. */
  remove(file: number): void {
    this.#clear(file);
    this.#run("DELETE FROM files WHERE id = ?").run(file);
  }

  /** Its turns go, and it is not read again. */
  forget(file: number): void {
    this.#clear(file);
    this.#run("UPDATE files SET forgotten = 1, title = NULL WHERE id = ?").run(file);
  }

  /** Everything that can be read again goes; what is gone elsewhere stays, its words indexed anew. */
  startOver(): void {
    this.#files.allChanged();
    this.#turns.startOver();
    this.#run("DELETE FROM files WHERE gone = 0").run();
    this.#titles.clearUnknown();
    this.#run("DELETE FROM marks WHERE file NOT IN (SELECT id FROM files)").run();
  }

  #clear(file: number): void {
    this.#files.changed(file);
    this.#run("DELETE FROM marks WHERE file = ?").run(file);
    this.#turns.clear(file);
    this.#titles.clear(file);
  }

  /**
   * Its row, made where there is none. An upsert would do it at once, but SQLite opens a savepoint for one, and at each
   * savepoint the full-text index writes what it has gathered.
   */
  #fileOf(agent: AgentName, unit: Unit, version: number, session: string): { id: number; title: string | null } {
    const known = this.#run("SELECT id, title FROM files WHERE path = ?").get(unit.path);
    if (known !== undefined) return known as { id: number; title: string | null };
    const insert = this.#run(
      "INSERT INTO files(path, agent, session, size, mtime, version) VALUES (?, ?, ?, -1, ?, ?)",
    );
    return { id: Number(insert.run(unit.path, agent, session, unit.mtime, version).lastInsertRowid), title: null };
  }

  #folder(path: string | null): number | null {
    if (path === null || path.length > LONGEST_PATH) return null;
    if (path === this.#lastFolder.path) return this.#lastFolder.id;
    this.#run("INSERT OR IGNORE INTO folders(path) VALUES (?)").run(path);
    this.#lastFolder = { path, id: this.#run("SELECT id FROM folders WHERE path = ?").get(path)?.id as number };
    return this.#lastFolder.id;
  }
}

export type { IndexStore };
