import type { DatabaseSync } from "node:sqlite";
import { columnsOf } from "../sqlite-store.ts";
import { asText } from "../values.ts";
import { hasFirstTexts, type OpencodeColumns, opencodeColumns } from "./opencode-columns.ts";
import { folderOf, type OpencodeMessage, type OpencodeSession, type OpencodeStore } from "./opencode-store.ts";

type Row = Record<string, unknown>;

/** A value inside a JSON column; null where the row is malformed, which would otherwise end the whole query. */
const at = (column: string, path: string) =>
  `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '${path}') END`;

/**
 * OpenCode's database. Its two generations lie side by side: `session`, `message` and `part` since 1.2, `session_v2` and
 * `session_message` since 2.0, which is preferred for the sessions that have moved.
 */
export class OpencodeDatabase implements OpencodeStore {
  readonly #database: DatabaseSync;
  readonly #columns: OpencodeColumns;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#columns = opencodeColumns(database);
  }

  session(id: string): OpencodeSession | null {
    return this.#select("WHERE s.id = ?", [id], ["id"])[0] ?? null;
  }

  titled(beginning: string, directory: string | null): OpencodeSession[] {
    // Its own length: the database counts characters, not halves of them.
    const where = "WHERE substr(s.title, 1, length(?1)) = ?1 AND s.directory IS ?2";
    return this.#select(where, [beginning, directory], ["id", "title", "directory"]);
  }

  messages(session: OpencodeSession): OpencodeMessage[] {
    const rows = this.#isSecond(session.id) ? this.#secondTexts(session.id) : this.#firstTexts(session.id);
    const messages: OpencodeMessage[] = [];
    for (const { id, role, created, text } of rows) {
      const last = messages.at(-1);
      if (last && last.id === id) last.texts.push(asText(text));
      else messages.push({ id: String(id), role: role as OpencodeMessage["role"], created, texts: [asText(text)] });
    }
    return messages;
  }

  touched(session: OpencodeSession): string[] {
    const rows = this.#isSecond(session.id) ? this.#secondWrites(session.id) : this.#firstWrites(session.id);
    return rows.map(({ path }) => asText(path)).filter((path) => path !== "");
  }

  /** Sessions of both generations; where one is in both, as `messages` reads it. */
  #select(where: string, values: (string | number | null)[], needed: string[]): OpencodeSession[] {
    const found = new Map<string, OpencodeSession>();
    for (const [table, columns, forks] of [
      ["session", this.#columns.sessions, false],
      ["session_v2", this.#columns.second, true],
    ] as const) {
      if (needed.some((name) => !columns.has(name))) continue;
      const column = (name: string) => (columns.has(name) ? `s.${name}` : "NULL");
      const folder = this.#hasProjects() ? "(SELECT worktree FROM project WHERE id = s.project_id)" : "NULL";
      const rows = this.#database
        .prepare(
          `SELECT s.id, ${column("directory")} AS directory, ${columns.has("project_id") ? folder : "NULL"} AS worktree,
             ${column("title")} AS title, ${column("parent_id")} AS parent, ${column("fork_session_id")} AS fork,
             ${column("time_created")} AS created
           FROM ${table} s ${where}`,
        )
        .all(...values);
      for (const row of rows) {
        const session = sessionOf(row);
        if (!forks || !found.has(session.id) || this.#isSecond(session.id)) found.set(session.id, session);
      }
    }
    return [...found.values()];
  }

  #hasProjects(): boolean {
    return columnsOf(this.#database, "project").has("worktree");
  }

  /** A session that has moved. */
  #isSecond(id: string): boolean {
    if (this.#columns.second.size === 0) return false;
    const count = (table: string, column: string) =>
      this.#database.prepare(`SELECT 1 AS found FROM ${table} WHERE ${column} = ? LIMIT 1`).get(id) !== undefined;
    return (
      count("session_v2", "id") && (count("session_message", "session_id") || !this.#columns.messages.has("session_id"))
    );
  }

  #firstTexts(id: string): Row[] {
    if (!hasFirstTexts(this.#columns)) return [];
    const role = at("m.data", "$.role");
    return this.#database
      .prepare(
        `SELECT m.id, coalesce(${at("m.data", "$.time.created")}, m.time_created) AS created,
           CASE WHEN ${role} = 'assistant' AND ${at("m.data", "$.summary")} = 1 THEN 'summary' ELSE ${role} END AS role,
           json_extract(p.data, '$.text') AS text
         FROM message m JOIN part p ON p.message_id = m.id
         WHERE m.session_id = ? AND ${role} IN ('user', 'assistant') AND ${at("p.data", "$.type")} = 'text'
           AND ${at("p.data", "$.synthetic")} IS NOT 1 AND ${at("p.data", "$.ignored")} IS NOT 1
         ORDER BY m.time_created, m.id, p.id`,
      )
      .all(id);
  }

  #secondTexts(id: string): Row[] {
    const content = "CASE WHEN json_valid(m.data) THEN m.data ELSE '{}' END, '$.content'";
    return this.#database
      .prepare(
        `SELECT id, role, created, text FROM (
           SELECT m.id, m.seq, 0 AS place, m.time_created AS created, 'user' AS role, ${at("m.data", "$.text")} AS text
           FROM session_message m WHERE m.session_id = ?1 AND m.type = 'user'
           UNION ALL
           SELECT m.id, m.seq, 0, m.time_created, 'summary', ${at("m.data", "$.summary")}
           FROM session_message m WHERE m.session_id = ?1 AND m.type = 'compaction'
           UNION ALL
           SELECT m.id, m.seq, c.key, m.time_created, 'assistant', json_extract(c.value, '$.text')
           FROM session_message m, json_each(${content}) c
           WHERE m.session_id = ?1 AND m.type = 'assistant' AND c.type = 'object' AND json_extract(c.value, '$.type') = 'text'
         ) ORDER BY seq, place`,
      )
      .all(id);
  }

  #firstWrites(id: string): Row[] {
    if (!hasFirstTexts(this.#columns)) return [];
    return this.#database
      .prepare(
        `SELECT path FROM (
           SELECT p.id AS part, 0 AS place, json_extract(p.data, '$.state.input.filePath') AS path
           FROM message m JOIN part p ON p.message_id = m.id
           WHERE m.session_id = ?1 AND ${at("p.data", "$.type")} = 'tool'
             AND ${at("p.data", "$.tool")} IN ('write', 'edit', 'multiedit')
           UNION ALL
           SELECT p.id, f.key, f.value
           FROM message m JOIN part p ON p.message_id = m.id,
             json_each(CASE WHEN ${at("p.data", "$.type")} = 'patch' THEN p.data ELSE '{}' END, '$.files') f
           WHERE m.session_id = ?1 AND f.type = 'text'
         ) ORDER BY part, place`,
      )
      .all(id);
  }

  #secondWrites(id: string): Row[] {
    return this.#database
      .prepare(
        `SELECT coalesce(json_extract(c.value, '$.state.input.path'), json_extract(c.value, '$.state.input.filePath')) AS path
         FROM session_message m, json_each(CASE WHEN json_valid(m.data) THEN m.data ELSE '{}' END, '$.content') c
         WHERE m.session_id = ? AND m.type = 'assistant' AND c.type = 'object'
           AND json_extract(c.value, '$.type') = 'tool' AND json_extract(c.value, '$.name') IN ('write', 'edit')
         ORDER BY m.seq, c.key`,
      )
      .all(id);
  }
}

function sessionOf(row: Row): OpencodeSession {
  return {
    id: String(row.id),
    directory: folderOf(asText(row.directory)) ?? folderOf(asText(row.worktree)),
    title: asText(row.title) || null,
    parentId: asText(row.parent) || null,
    forkId: asText(row.fork) || null,
    created: row.created,
  };
}
