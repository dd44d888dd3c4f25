import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import { roleOf } from "./index-values.ts";
import type { Statements } from "./kept-statements.ts";
import type { PreparedTurn, Text } from "./prepared-reading.ts";
import { wordsOf } from "./turn-words.ts";

/** A session's file in the index, as far as it decides whose a turn is. */
export interface Origin {
  id: number;
  session: string;
  /** In ms since 1970. */
  started: number | null;
  fork_of: string | null;
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

/**
 * Writes what was said: each turn once, under the file it was said in first; where it is said again it is a copy. Whoever
 * calls holds the lease and a transaction.
 */
export class TurnStore {
  readonly #sql: DatabaseSync;
  readonly #run: Statements;

  constructor(sql: DatabaseSync, run: Statements) {
    this.#sql = sql;
    this.#run = run;
  }

  /** Those that come after what is there of the file; answers how many characters were new. */
  append(origin: Origin, turns: readonly PreparedTurn[]): number {
    let added = 0;
    for (const turn of turns) added += this.#add(origin, turn);
    return added;
  }

  /** Keeps the turns that are as they were, so that a session that is written anew costs what is new in it. */
  replace(origin: Origin, turns: readonly PreparedTurn[]): number {
    const old = new Map<number, OldTurn>();
    this.#run("DELETE FROM copies WHERE file = ?").run(origin.id);
    const kept = this.#run(
      "SELECT t.key, t.id, t.file, t.seq, t.role, x.text FROM turns t JOIN texts x ON x.id = t.id WHERE t.file = ?",
    );
    for (const { key, ...row } of kept.all(origin.id) as unknown as (OldTurn & { key: number })[]) old.set(key, row);
    let added = 0;
    for (const turn of turns) {
      const before = old.get(turn.key);
      if (!before) {
        added += this.#add(origin, turn);
        continue;
      }
      old.delete(turn.key);
      if (before.role === turn.role && isSame(before.text, turn.text)) {
        if (before.seq !== turn.seq) this.#run("UPDATE turns SET seq = ? WHERE id = ?").run(turn.seq, before.id);
      } else {
        this.#unindex(before.id);
        this.#run("UPDATE turns SET seq = ?, role = ?, ts = ? WHERE id = ?").run(
          turn.seq,
          turn.role,
          turn.ts,
          before.id,
        );
        added += this.#write(before.id, turn);
      }
    }
    for (const row of old.values()) this.#release(row.id);
    return added;
  }

  /** Takes a file's turns out, and all that only it said. */
  clear(file: number): void {
    this.#run("DELETE FROM copies WHERE file = ?").run(file);
    for (const row of this.#run("SELECT id, file, seq FROM turns WHERE file = ?").all(file) as unknown as TurnRow[])
      this.#release(row.id);
  }

  /** The turns of files that can be read again go; what is gone elsewhere stays, its words indexed anew. */
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
        "INSERT INTO words(words) VALUES ('delete-all')",
    );
    const kept = this.#sql.prepare("SELECT t.id, t.role, x.text FROM turns t JOIN texts x ON x.id = t.id");
    for (const { id, role, text } of kept.iterate() as unknown as Iterable<OldTurn>)
      this.#index(id, text, wordsOf({ role: roleOf(role), text }));
  }

  #add(origin: Origin, turn: PreparedTurn): number {
    const { changes, lastInsertRowid } = this.#run(
      "INSERT INTO turns(file, seq, role, ts, key) VALUES (?, ?, ?, ?, ?) ON CONFLICT(key) DO NOTHING",
    ).run(origin.id, turn.seq, turn.role, turn.ts, turn.key);
    if (changes === 1) return this.#write(Number(lastInsertRowid), turn);
    const owned = this.#run("SELECT id, file, seq FROM turns WHERE key = ?").get(turn.key) as unknown as TurnRow;
    // Twice in one file: written again, or a last line that was tried before it was whole.
    if (owned.file === origin.id) return 0;
    if (this.#isOlder(origin, owned.file)) {
      this.#run("UPDATE turns SET file = ?, seq = ? WHERE id = ?").run(origin.id, turn.seq, owned.id);
      this.#copy(owned.file, owned.seq, owned.id);
    } else this.#copy(origin.id, turn.seq, owned.id);
    return 0;
  }

  #write(id: number, { text, document, words, length }: PreparedTurn): number {
    this.#run("INSERT OR REPLACE INTO texts(id, text, document) VALUES (?, CAST(? AS TEXT), ?)").run(
      id,
      text,
      document,
    );
    return this.#index(id, text, words) ? length : 0;
  }

  #index(id: number, text: Text, words: PreparedTurn["words"]): boolean {
    if (words === null) return false;
    const insert = this.#run("INSERT INTO words(rowid, said, extra) VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT))");
    insert.run(id, words.said ?? text, words.extra);
    return true;
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
  shareWithForks(agent: AgentName, origin: Origin): void {
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
}

const isSame = (text: string, other: Text) =>
  typeof other === "string" ? text === other : Buffer.from(text).equals(other);
