import type { DatabaseSync } from "node:sqlite";
import type { Turn } from "../transcripts/index.ts";
import { keptStatements, type Statements } from "./kept-statements.ts";
import { indexText } from "./words/index-text.ts";

/**
 * Writes what agents' sessions are called, by the number of their file. The workspace's own are no part of it: their
 * names are turns. Whoever calls holds the lease and a transaction.
 */
export class TitleStore {
  readonly #run: Statements;

  constructor(run: Statements) {
    this.#run = run;
  }

  /** Null for a session that has no title, or one that tells nothing more than what was said. */
  put(file: number, title: string | null): void {
    this.clear(file);
    if (title === null) return;
    const { said, extra } = indexText(title);
    this.#run("INSERT INTO titles(rowid, said, extra) VALUES (?, ?, ?)").run(file, said ?? title, extra);
  }

  clear(file: number): void {
    this.#run("DELETE FROM titles WHERE rowid = ?").run(file);
  }

  /** Without those of files that are no longer known. */
  clearUnknown(): void {
    this.#run("DELETE FROM titles WHERE rowid NOT IN (SELECT id FROM files)").run();
  }
}

/** Many stores call a session by the beginning of its first question, which is found by itself, or is too short to be. */
export function isSaid(title: string, turns: readonly Pick<Turn, "role" | "text">[]): boolean {
  const begin = title.endsWith("…") ? title.slice(0, -1) : title;
  return turns.some(({ role, text }) => role === "user" && text.startsWith(begin));
}

/** Of an index that has none yet: what is known of its sessions, without reading them again. */
export function fillTitles(sql: DatabaseSync): void {
  const titles = new TitleStore(keptStatements(sql));
  const turns = sql.prepare(
    "SELECT 'user' AS role, x.text FROM turns t JOIN texts x ON x.id = t.id WHERE t.file = ? AND t.role = 0",
  );
  const named = sql.prepare(
    "SELECT id, title FROM files WHERE title IS NOT NULL AND size >= 0 AND forgotten = 0 AND agent <> 'thoth'",
  );
  for (const { id, title } of named.all() as { id: number; title: string }[])
    if (!isSaid(title, turns.all(id) as unknown as Pick<Turn, "role" | "text">[])) titles.put(id, title);
}
