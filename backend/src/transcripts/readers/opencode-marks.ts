import type { DatabaseSync } from "node:sqlite";
import { milliseconds } from "../times.ts";
import { hasFirstTexts, type OpencodeColumns, opencodeColumns } from "./opencode-columns.ts";

/** A session and what changes when anything in it does. */
export interface MarkedSession {
  id: string;
  messages: number;
  size: number;
  mtime: number;
}

type Row = Record<string, unknown>;
type Select = (sql: string) => Row[];

/** Sums stay exact over a session's parts, however many. */
const MARK_MODULUS = 1_000_000_007;

/**
 * How many messages, or rows of the second generation, are looked at for being rewritten in place, from the last one
 * back: what is older is only added and taken away, which the counts show. Looking at all would be reading a database
 * of gigabytes at every query.
 */
const NEWEST = { messages: 2, rows: 8 };

/** Every session of both generations, once; the second is preferred where anything was said in it. */
export function markedSessions(database: DatabaseSync): MarkedSession[] {
  const select: Select = (sql) => database.prepare(sql).all();
  const columns = opencodeColumns(database);
  const found = new Map<string, MarkedSession>();
  for (const session of markedFirst(select, columns)) found.set(session.id, session);
  for (const session of markedSecond(select, columns))
    if (session.messages > 0 || !found.has(session.id)) found.set(session.id, session);
  return [...found.values()];
}

function markedFirst(select: Select, columns: OpencodeColumns): MarkedSession[] {
  const { sessions, messages, parts } = columns;
  if (!sessions.has("id")) return [];
  const updated = sessions.has("time_updated") ? "time_updated" : "NULL";
  const rows = select(`SELECT id, ${updated} AS updated FROM session`);
  if (!hasFirstTexts(columns)) return marks(rows, []);
  const message = messages.has("time_updated") ? "time_updated" : "time_created";
  const part = parts.has("time_updated") ? "p.time_updated" : "NULL";
  const newest = `SELECT id FROM message WHERE session_id = s.id ORDER BY time_created DESC, id DESC LIMIT ${NEWEST.messages}`;
  return marks(rows, [
    ...select("SELECT session_id AS id, count(*) AS messages, count(*) AS sum FROM message GROUP BY 1"),
    ...(parts.has("session_id")
      ? select("SELECT session_id AS id, 0 AS messages, count(*) AS sum FROM part GROUP BY 1")
      : []),
    ...select(`SELECT s.id, 0 AS messages, ${changes(`m.${message}`)}
      FROM session s JOIN message m ON m.id IN (${newest}) GROUP BY 1`),
    ...select(`SELECT s.id, 0 AS messages, ${changes(part)}
      FROM session s JOIN message m ON m.id IN (${newest}) JOIN part p ON p.message_id = m.id GROUP BY 1`),
  ]);
}

function markedSecond(select: Select, { second }: OpencodeColumns): MarkedSession[] {
  if (second.size === 0) return [];
  const newest = `SELECT id FROM session_message WHERE session_id = s.id ORDER BY seq DESC LIMIT ${NEWEST.rows}`;
  return marks(select("SELECT id, time_updated AS updated FROM session_v2"), [
    ...select("SELECT session_id AS id, count(*) AS messages, count(*) AS sum FROM session_message GROUP BY 1"),
    ...select(`SELECT s.id, 0 AS messages, ${changes("m.time_updated")}
      FROM session_v2 s JOIN session_message m ON m.id IN (${newest}) GROUP BY 1`),
  ]);
}

/** Of rows that are rewritten in place. */
const changes = (column: string) =>
  `max(${column}) AS newest, count(*) + coalesce(sum(${column} % ${MARK_MODULUS}), 0) AS sum`;

function marks(sessions: Row[], counts: Row[]): MarkedSession[] {
  const found = new Map<string, MarkedSession>();
  for (const { id, updated } of sessions)
    found.set(String(id), { id: String(id), messages: 0, size: 0, mtime: time(updated) });
  for (const { id, messages, newest, sum } of counts) {
    const session = found.get(String(id));
    if (!session) continue;
    session.messages += Number(messages);
    session.size += Number(sum);
    session.mtime = Math.max(session.mtime, time(newest));
  }
  return [...found.values()];
}

function time(value: unknown): number {
  const ms = milliseconds(value);
  return Number.isFinite(ms) ? ms : 0;
}
