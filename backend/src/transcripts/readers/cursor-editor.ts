import type { DatabaseSync } from "node:sqlite";
import { columnsOf } from "../sqlite-store.ts";
import { isoTime, milliseconds } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { SessionHead, Turn } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { richText, typedIn } from "./cursor-text.ts";
import { pathOfUri } from "./uri-path.ts";

/** A conversation in one of the editor's databases, and what changes when it does. */
export interface EditorChat {
  id: string;
  size: number;
  mtime: number;
}

export interface EditorSession {
  head: SessionHead;
  turns: Turn[];
  touched: string[];
}

/** Beside them lie keys to accounts: nothing is read but these. */
const CHATS = "workbench.panel.aichat.view.aichat.chatdata";
const COMPOSERS = "composer.composerData";
const ID_LENGTH = 36;
const NEWEST = 64;
/** A conversation's own value is no larger. */
const LARGEST = 64 << 20;

/**
 * Every conversation in a `state.vscdb`, by what its value and the number of its messages tell. Of those that were the
 * same size before, only the newest are looked into again: the time inside costs a parse of the whole value.
 */
export function chatsIn(database: DatabaseSync, before: readonly EditorChat[] = []): EditorChat[] {
  const chats = new Map<string, EditorChat>();
  for (const { tabId, lastSendTime, bubbles } of tabsIn(database)) {
    const id = asText(tabId);
    if (id !== "") chats.set(id, { id, size: asList(bubbles).length, mtime: finite(lastSendTime) });
  }
  if (!columnsOf(database, "cursorDiskKV").has("value")) return [...chats.values()];
  const settled = new Map(
    byAge(before)
      .slice(NEWEST)
      .map((chat) => [chat.id, chat]),
  );
  const times = database.prepare(
    `SELECT CASE WHEN json_valid(value) THEN json_extract(value, '$.lastUpdatedAt', '$.createdAt') END AS times
     FROM (SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?)`,
  );
  for (const { id, size } of sizesIn(database)) {
    const same = settled.get(id);
    const mtime = same?.size === size ? same.mtime : timeIn(times.get(`composerData:${id}`)?.times);
    chats.set(id, { id, size, mtime });
  }
  return [...chats.values()];
}

function sizesIn(database: DatabaseSync): { id: string; size: number }[] {
  const counts = database
    .prepare(
      `SELECT substr(key, 10, ${ID_LENGTH}) AS id, count(*) AS messages FROM cursorDiskKV
       WHERE key >= 'bubbleId:' AND key < 'bubbleId;' GROUP BY 1`,
    )
    .all();
  const messages = new Map(counts.map((row) => [String(row.id), Number(row.messages)]));
  return database
    .prepare(
      `SELECT substr(key, 14) AS id, octet_length(value) AS length FROM cursorDiskKV
       WHERE key >= 'composerData:' AND key < 'composerData;' AND octet_length(value) < ${LARGEST}`,
    )
    .all()
    .map((row) => ({ id: String(row.id), size: Number(row.length) + (messages.get(String(row.id)) ?? 0) }));
}

const byAge = (chats: readonly EditorChat[]) => chats.toSorted((one, two) => two.mtime - one.mtime);

/** When it last changed, or began. */
function timeIn(times: unknown): number {
  const [updated, created] = asList(parseJson(asText(times)));
  return finite(updated) || finite(created);
}

/** The conversations that a workspace's database lists as its own. */
export function composersOf(database: DatabaseSync): string[] {
  const listed = asList(asDictionary(itemIn(database, COMPOSERS))?.allComposers);
  return listed.map((composer) => asText(asDictionary(composer)?.composerId)).filter((id) => id !== "");
}

/** `folder`: that of the workspace the conversation belongs to, where a workspace lists it. */
export function chatIn(database: DatabaseSync, id: string, folder: string | null): EditorSession | null {
  const composer = columnsOf(database, "cursorDiskKV").has("value") ? valueAt(database, `composerData:${id}`) : null;
  const info = composer ?? tabsIn(database).find((tab) => tab.tabId === id) ?? null;
  if (!info) return null;
  const startedAt = isoTime(info.createdAt) ?? isoTime(info.lastSendTime);
  const turns = new TurnList({ sessionId: id, ts: startedAt });
  const touched: string[] = [];
  let cwd: string | null = null;
  for (const bubble of composer ? bubblesOf(database, id, composer) : asList(info.bubbles).map(asDictionary)) {
    if (!bubble) continue;
    cwd ??= folderIn(bubble);
    touched.push(...writtenBy(bubble));
    const role = roleOf(bubble.type);
    if (!role) continue;
    const text = asText(bubble.text) || asText(bubble.rawText) || richText(parseJson(asText(bubble.richText)));
    const bubbleId = asText(bubble.bubbleId) || asText(bubble.id);
    const key = bubbleId === "" ? null : `${id}:${bubbleId}`;
    turns.add(
      role,
      role === "user" ? typedIn(text) : text,
      isoTime(bubble.createdAt) ?? isoTime(bubble.timestamp),
      key,
    );
  }
  if (turns.turns.length === 0) return null;
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const head: SessionHead = {
    sessionId: id,
    cwd: cwd ?? folder,
    title: titleFrom(asText(info.name) || asText(info.chatTitle)) ?? titleFrom(asked),
    startedAt: startedAt ?? turns.turns[0]?.ts ?? null,
    forkOf: null,
    subagentOf: null,
  };
  return { head, turns: turns.turns, touched };
}

/** Messages of their own in the order the conversation lists them; before that they were inside it. */
function* bubblesOf(database: DatabaseSync, id: string, composer: Dictionary): Generator<Dictionary | null> {
  const headers = asList(composer.fullConversationHeadersOnly);
  for (const header of headers) {
    const bubbleId = asText(asDictionary(header)?.bubbleId);
    const inside = asDictionary(asDictionary(composer.conversationMap)?.[bubbleId]);
    const bubble = valueAt(database, `bubbleId:${id}:${bubbleId}`) ?? inside;
    if (bubble) yield { ...bubble, type: bubble.type ?? asDictionary(header)?.type, bubbleId };
  }
  if (headers.length > 0) return;
  yield* asList(composer.conversation).map(asDictionary);
  for (const tab of asList(composer.tabs)) yield* asList(asDictionary(tab)?.bubbles).map(asDictionary);
}

function tabsIn(database: DatabaseSync): Dictionary[] {
  const tabs = asList(asDictionary(itemIn(database, CHATS))?.tabs);
  return tabs.map(asDictionary).filter((tab) => tab !== null);
}

function itemIn(database: DatabaseSync, key: string): unknown {
  if (!columnsOf(database, "ItemTable").has("value")) return null;
  const row = database.prepare("SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = ?").get(key);
  return parseJson(asText(row?.value));
}

function valueAt(database: DatabaseSync, key: string): Dictionary | null {
  const row = database
    .prepare("SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ? AND octet_length(value) < ?")
    .get(key, LARGEST);
  return asDictionary(parseJson(asText(row?.value)));
}

function roleOf(type: unknown): "user" | "assistant" | null {
  if (type === 1 || type === "1" || type === "user") return "user";
  return type === 2 || type === "2" || type === "ai" || type === "assistant" ? "assistant" : null;
}

function folderIn(bubble: Dictionary): string | null {
  const folder = asText(bubble.workspaceProjectDir);
  if (folder !== "") return pathOfUri(folder) ?? folder;
  for (const uri of asList(bubble.workspaceUris)) {
    const path = pathOfUri(uri);
    if (path !== null) return path;
  }
  return null;
}

function writtenBy(bubble: Dictionary): string[] {
  const tool = asDictionary(bubble.toolFormerData);
  if (!tool || !/edit|write|replace/i.test(asText(tool.name))) return [];
  const args = asDictionary(parseJson(asText(tool.rawArgs)) ?? parseJson(asText(tool.params)));
  return [asText(args?.target_file) || asText(args?.path) || asText(args?.relativeWorkspacePath)];
}

function finite(value: unknown): number {
  const ms = milliseconds(value);
  return Number.isFinite(ms) ? ms : 0;
}
