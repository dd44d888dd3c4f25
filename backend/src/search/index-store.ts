import { hash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AgentName } from "../../api/agent-names.ts";
import { type TurnRole, turnRoles } from "../../api/search-terms.ts";
import type { ReadMark, SessionHead, Turn, Unit } from "../transcripts/index.ts";
import { indexText } from "./words/index-text.ts";
import { hasCjk } from "./words/scripts.ts";

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

export interface SessionReading {
  head: SessionHead;
  turns: readonly (Turn & { document?: string | null })[];
  appended: boolean;
  mark: ReadMark | null;
  archived: boolean;
}

interface TurnRow {
  id: number;
  file: number;
  seq: number;
}
interface OldTurn extends TurnRow {
  role: number;
  text: string;
}
interface Origin {
  id: number;
  session: string;
  started: number | null;
  fork_of: string | null;
}

export const UNREAD = -1;
export const NO_SESSION = -2;
const SHORTEST = 20;
const SHORTEST_CJK = 10;

/** Below this what someone said tells too little to be found; it is there to be read around the rest. */
function isLongEnough(role: TurnRole, text: string): boolean {
  if (role === "document" || role === "decision") return true;
  return text.length >= SHORTEST || (text.length >= SHORTEST_CJK && hasCjk(text));
}

/** Writes sessions into the index. Whoever calls holds the lease and a transaction. */
export class IndexStore {
  readonly #sql: DatabaseSync;
  /** Of the row before: sessions of one folder mostly come together. */
  #lastFolder = { path: "", id: 0 };
  readonly #statements = new Map<string, StatementSync>();

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  files(): FileRow[] {
    return this.#run(
      "SELECT f.id, f.path, f.agent, f.session, f.size, f.mtime, f.version, d.path AS folder, f.gone, f.forgotten " +
        "FROM files f LEFT JOIN folders d ON d.id = f.folder",
    ).all() as unknown as FileRow[];
  }

  mark(file: number): ReadMark | undefined {
    const packed = this.#run("SELECT mark FROM marks WHERE file = ?").get(file)?.mark;
    return packed instanceof Uint8Array ? (JSON.parse(inflateRawSync(packed).toString()) as ReadMark) : undefined;
  }

  /** A unit that is there and is not read: it belongs elsewhere, or is not a session. */
  note(agent: AgentName, unit: Unit, version: number, head: SessionHead | null): void {
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
  put(agent: AgentName, unit: Unit, version: number, reading: SessionReading): number {
    const { head, mark } = reading;
    const started = milliseconds(head.startedAt);
    const id = this.#fileId(agent, unit, version, head.sessionId);
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
    else
      this.#run("INSERT OR REPLACE INTO marks(file, mark) VALUES (?, ?)").run(
        id,
        deflateRawSync(JSON.stringify(mark), { level: 1 }),
      );
    const origin: Origin = { id, session: head.sessionId, started, fork_of: head.forkOf };
    const added = reading.appended ? this.#append(agent, origin, reading.turns) : this.#replace(agent, origin, reading);
    if (!reading.appended) this.#shareWithForks(agent, origin);
    return added;
  }

  setGone(file: number, gone: boolean): void {
    this.#run("UPDATE files SET gone = ? WHERE id = ?").run(gone ? 1 : 0, file);
  }

  /** The same session's file under another name, such as after it moved with its worktree. */
  rename(file: number, path: string): void {
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
    const held = this.#run(
      "SELECT c.turn, c.file, c.seq FROM copies c JOIN files f ON f.id = c.file JOIN turns t ON t.id = c.turn " +
        "JOIN files o ON o.id = t.file WHERE f.gone = 1 AND o.gone = 0",
    ).all() as { turn: number; file: number; seq: number }[];
    for (const { turn, file, seq } of held) {
      this.#run("UPDATE turns SET file = ?, seq = ? WHERE id = ?").run(file, seq, turn);
      this.#run("DELETE FROM copies WHERE file = ? AND seq = ?").run(file, seq);
    }
    this.#sql.exec(
      "DELETE FROM copies WHERE file IN (SELECT id FROM files WHERE gone = 0);" +
        "DELETE FROM turns WHERE file IN (SELECT id FROM files WHERE gone = 0);" +
        "DELETE FROM texts WHERE id NOT IN (SELECT id FROM turns);" +
        "DELETE FROM copies WHERE turn NOT IN (SELECT id FROM turns);" +
        "DELETE FROM files WHERE gone = 0; DELETE FROM marks WHERE file NOT IN (SELECT id FROM files); INSERT INTO words(words) VALUES ('delete-all')",
    );
    const kept = this.#sql.prepare("SELECT t.id, t.role, x.text FROM turns t JOIN texts x ON x.id = t.id");
    for (const { id, role, text } of kept.iterate() as unknown as Iterable<OldTurn>)
      this.#index(id, roleOf(role), text);
  }

  #clear(file: number): void {
    this.#run("DELETE FROM marks WHERE file = ?").run(file);
    this.#run("DELETE FROM copies WHERE file = ?").run(file);
    for (const row of this.#run("SELECT id, file, seq FROM turns WHERE file = ?").all(file) as unknown as TurnRow[])
      this.#release(row.id);
  }

  #append(agent: AgentName, origin: Origin, turns: SessionReading["turns"]): number {
    let added = 0;
    for (const turn of turns) added += this.#add(agent, origin, turn);
    return added;
  }

  /** Keeps the turns that are as they were, so that a session that is written anew costs what is new in it. */
  #replace(agent: AgentName, origin: Origin, { turns }: SessionReading): number {
    const old = new Map<number, OldTurn>();
    this.#run("DELETE FROM copies WHERE file = ?").run(origin.id);
    const kept = this.#run(
      "SELECT t.key, t.id, t.file, t.seq, t.role, x.text FROM turns t JOIN texts x ON x.id = t.id WHERE t.file = ?",
    );
    for (const { key, ...row } of kept.all(origin.id) as unknown as (OldTurn & { key: number })[]) old.set(key, row);
    let added = 0;
    for (const turn of turns) {
      const key = old.size === 0 ? 0 : keyOf(agent, turn.key);
      const before = old.get(key);
      if (!before) {
        added += this.#add(agent, origin, turn);
        continue;
      }
      old.delete(key);
      if (before.text === turn.text && before.role === turnRoles.indexOf(turn.role)) {
        if (before.seq !== turn.seq) this.#run("UPDATE turns SET seq = ? WHERE id = ?").run(turn.seq, before.id);
      } else {
        this.#unindex(before.id);
        this.#run("UPDATE turns SET seq = ?, role = ?, ts = ? WHERE id = ?").run(
          turn.seq,
          turnRoles.indexOf(turn.role),
          milliseconds(turn.ts),
          before.id,
        );
        added += this.#write(before.id, turn);
      }
    }
    for (const row of old.values()) this.#release(row.id);
    return added;
  }

  #add(agent: AgentName, origin: Origin, turn: SessionReading["turns"][number]): number {
    const key = keyOf(agent, turn.key);
    const { changes, lastInsertRowid } = this.#run(
      "INSERT INTO turns(file, seq, role, ts, key) VALUES (?, ?, ?, ?, ?) ON CONFLICT(key) DO NOTHING",
    ).run(origin.id, turn.seq, turnRoles.indexOf(turn.role), milliseconds(turn.ts), key);
    if (changes === 1) return this.#write(Number(lastInsertRowid), turn);
    const owned = this.#run("SELECT id, file, seq FROM turns WHERE key = ?").get(key) as unknown as TurnRow;
    // Twice in one file: written again, or a last line that was tried before it was whole.
    if (owned.file === origin.id) return 0;
    if (this.#isOlder(origin, owned.file)) {
      this.#run("UPDATE turns SET file = ?, seq = ? WHERE id = ?").run(origin.id, turn.seq, owned.id);
      this.#copy(owned.file, owned.seq, owned.id);
    } else this.#copy(origin.id, turn.seq, owned.id);
    return 0;
  }

  #write(id: number, turn: SessionReading["turns"][number]): number {
    this.#run("INSERT OR REPLACE INTO texts(id, text, document) VALUES (?, ?, ?)").run(
      id,
      turn.text,
      turn.document ?? null,
    );
    return this.#index(id, turn.role, turn.text);
  }

  #index(id: number, role: TurnRole, text: string): number {
    if (!isLongEnough(role, text)) return 0;
    const { words, extra } = indexText(text);
    this.#run("INSERT INTO words(rowid, said, extra) VALUES (?, ?, ?)").run(id, words, extra);
    return text.length;
  }

  #copy(file: number, seq: number, turn: number): void {
    this.#run("INSERT OR REPLACE INTO copies(file, seq, turn) VALUES (?, ?, ?)").run(file, seq, turn);
  }

  /** Its owner has it no longer: another file that has it becomes the owner, or it goes. */
  #release(turn: number): void {
    const heir = this.#run(
      "SELECT c.file, c.seq FROM copies c JOIN files f ON f.id = c.file WHERE c.turn = ? ORDER BY f.started, f.id LIMIT 1",
    ).get(turn) as { file: number; seq: number } | undefined;
    if (heir) {
      this.#run("UPDATE turns SET file = ?, seq = ? WHERE id = ?").run(heir.file, heir.seq, turn);
      this.#run("DELETE FROM copies WHERE file = ? AND seq = ?").run(heir.file, heir.seq);
      return;
    }
    this.#unindex(turn);
    this.#run("DELETE FROM texts WHERE id = ?").run(turn);
    this.#run("DELETE FROM turns WHERE id = ?").run(turn);
  }

  #unindex(turn: number): void {
    this.#run("DELETE FROM words WHERE rowid = ?").run(turn);
  }

  /** Was it said first in this file? Its parent's turns are the parent's, whenever either began. */
  #isOlder(origin: Origin, owner: number): boolean {
    const other = this.#run("SELECT id, session, started, fork_of FROM files WHERE id = ?").get(owner) as
      | Origin
      | undefined;
    if (!other || other.fork_of === origin.session) return true;
    if (origin.fork_of === other.session) return false;
    return origin.started !== null && (other.started === null || origin.started < other.started);
  }

  /** Stores that give copied turns keys of their own: what a fork begins with, word for word as its parent, is the parent's. */
  #shareWithForks(agent: AgentName, origin: Origin): void {
    const forks = this.#run("SELECT id FROM files WHERE agent = ? AND fork_of = ? AND size >= 0 AND id <> ?");
    for (const { id } of forks.all(agent, origin.session, origin.id) as { id: number }[]) this.#share(origin.id, id);
    if (origin.fork_of === null) return;
    const parents = this.#run("SELECT id FROM files WHERE agent = ? AND session = ? AND size >= 0 AND id <> ?");
    for (const { id } of parents.all(agent, origin.fork_of, origin.id) as { id: number }[]) this.#share(id, origin.id);
  }

  #share(parent: number, fork: number): void {
    const of = (file: number) =>
      this.#run(
        "SELECT t.id, t.role, x.text, t.file, m.seq FROM (SELECT id, seq FROM turns WHERE file = ?1 UNION ALL " +
          "SELECT turn, seq FROM copies WHERE file = ?1) m JOIN turns t ON t.id = m.id JOIN texts x ON x.id = t.id ORDER BY m.seq",
      ).iterate(file) as unknown as Iterator<OldTurn>;
    const moved: [mine: OldTurn, theirs: OldTurn][] = [];
    const theirs = Array.from({ [Symbol.iterator]: () => of(parent) });
    for (const [index, mine] of Array.from({ [Symbol.iterator]: () => of(fork) }).entries()) {
      const same = theirs[index];
      if (!same || same.role !== mine.role || same.text !== mine.text) break;
      if (same.id !== mine.id && mine.file === fork) moved.push([mine, same]);
    }
    for (const [mine, same] of moved) {
      this.#run("UPDATE copies SET turn = ? WHERE turn = ?").run(same.id, mine.id);
      this.#release(mine.id);
      this.#copy(fork, mine.seq, same.id);
    }
  }

  /**
   * Its row, made where there is none. An upsert would do it at once, but SQLite opens a savepoint for one, and at each
   * savepoint the full-text index writes what it has gathered.
   */
  #fileId(agent: AgentName, unit: Unit, version: number, session: string): number {
    const known = this.#run("SELECT id FROM files WHERE path = ?").get(unit.path)?.id;
    if (known !== undefined) return known as number;
    const insert = this.#run(
      "INSERT INTO files(path, agent, session, size, mtime, version) VALUES (?, ?, ?, -1, ?, ?)",
    );
    return Number(insert.run(unit.path, agent, session, unit.mtime, version).lastInsertRowid);
  }

  #folder(path: string | null): number | null {
    if (path === null) return null;
    if (path === this.#lastFolder.path) return this.#lastFolder.id;
    this.#run("INSERT OR IGNORE INTO folders(path) VALUES (?)").run(path);
    this.#lastFolder = { path, id: this.#run("SELECT id FROM folders WHERE path = ?").get(path)?.id as number };
    return this.#lastFolder.id;
  }

  #run(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#sql.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

/** 52 bits of a turn's key. Ids are hashed too: not every agent's are chance in all their digits. */
function keyOf(agent: AgentName, key: string): number {
  return Number.parseInt(hash("sha1", `${agent}\0${key}`).slice(0, 13), 16);
}

function milliseconds(time: string | null): number | null {
  if (time === null) return null;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? null : parsed;
}

export const roleOf = (index: number): TurnRole => turnRoles[index] ?? "assistant";

export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
