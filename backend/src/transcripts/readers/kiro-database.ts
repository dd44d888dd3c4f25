import type { DatabaseSync } from "node:sqlite";
import { columnsOf } from "../sqlite-store.ts";
import { isoTime, milliseconds } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { SessionHead, Turn } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";

export interface KiroConversation {
  id: string;
  size: number;
  mtime: number;
}

/**
 * The conversations of the command line's database, each under the folder it ran in. The table before had one a folder,
 * without an id.
 */
export function conversationsIn(database: DatabaseSync): KiroConversation[] {
  const found = new Map<string, KiroConversation>();
  for (const row of rowsOf(database)) {
    const id = asText(row.id) || `folder:${asText(row.key)}`;
    const mtime = finite(row.updated) || finite(row.created);
    const before = found.get(id);
    // The same one under several folders: the newest counts.
    if (!before || before.mtime <= mtime) found.set(id, { id, size: Number(row.length), mtime });
  }
  return [...found.values()];
}

export function conversationIn(database: DatabaseSync, id: string): { head: SessionHead; turns: Turn[] } | null {
  const rows = rowsOf(database).filter((row) => (asText(row.id) || `folder:${asText(row.key)}`) === id);
  const row = rows.sort((one, two) => finite(two.updated) - finite(one.updated))[0];
  const value = row && asDictionary(parseJson(storedValue(database, row)));
  if (!row || !value) return null;
  const startedAt = isoTime(row.created);
  const turns = new TurnList({ sessionId: id, ts: startedAt });
  for (const entry of asList(value.history).map(asDictionary)) addExchange(turns, entry);
  turns.add("summary", summaryIn(value.latest_summary), isoTime(row.updated));
  if (turns.turns.length === 0) return null;
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const head: SessionHead = {
    sessionId: id,
    cwd: asText(row.key) || null,
    title: titleFrom(asked),
    startedAt: startedAt ?? turns.turns[0]?.ts ?? null,
    forkOf: null,
    subagentOf: null,
  };
  return { head, turns: turns.turns };
}

type Row = Record<string, unknown>;

function rowsOf(database: DatabaseSync): Row[] {
  const rows: Row[] = [];
  if (columnsOf(database, "conversations").has("value"))
    rows.push(
      ...database
        .prepare(
          `SELECT 'conversations' AS "table", rowid AS row, key, octet_length(value) AS length,
             CASE WHEN json_valid(value) THEN json_extract(value, '$.conversation_id') END AS id
           FROM conversations`,
        )
        .all(),
    );
  if (columnsOf(database, "conversations_v2").has("conversation_id"))
    rows.push(
      ...database
        .prepare(
          `SELECT 'conversations_v2' AS "table", rowid AS row, key, octet_length(value) AS length,
             conversation_id AS id, created_at AS created, updated_at AS updated
           FROM conversations_v2`,
        )
        .all(),
    );
  return rows;
}

function storedValue(database: DatabaseSync, { table, row }: Row): string {
  const name = table === "conversations_v2" ? table : "conversations";
  return asText(database.prepare(`SELECT value FROM ${name} WHERE rowid = ?`).get(Number(row))?.value);
}

function addExchange(turns: TurnList, entry: Dictionary | null): void {
  const user = asDictionary(entry?.user);
  const prompt = asDictionary(asDictionary(user?.content)?.Prompt);
  turns.add("user", asText(prompt?.prompt), isoTime(user?.timestamp));
  const assistant = asDictionary(entry?.assistant);
  const answer = asDictionary(assistant?.Response) ?? asDictionary(assistant?.ToolUse);
  const ended = isoTime(asDictionary(entry?.request_metadata)?.stream_end_timestamp_ms);
  turns.add("assistant", asText(answer?.content), ended);
}

/** Text, or text and what it was made with. */
function summaryIn(value: unknown): string {
  return asText(value) || asText(asList(value)[0]);
}

function finite(value: unknown): number {
  const ms = milliseconds(value);
  return Number.isFinite(ms) ? ms : 0;
}
