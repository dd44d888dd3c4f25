import { basename, dirname, join } from "node:path";
import { entriesOf, isFolder, statOf, textBeside, textFile } from "../folders.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";
import { answeredText, folderTold, typedText, writtenIn } from "./task-text.ts";

const HISTORY = "api_conversation_history.json";

/** The tasks of an extension of the Cline family: `tasks/<id>/api_conversation_history.json` in its folder. */
export function listTasks(folder: string, failures: StoreFailure[]): Unit[] {
  const tasks = join(folder, "tasks");
  if (!isFolder(tasks)) return [];
  const units: Unit[] = [];
  for (const entry of entriesOf(tasks, failures)) {
    const path = join(tasks, entry.name, HISTORY);
    const unit = entry.isDirectory() ? sessionAt(path, entry.name, itemFile(path)) : null;
    if (unit) units.push(unit);
  }
  return units;
}

/** Whether the unit is one that `listTasks` found. */
export const isTask = (unit: Unit) => basename(unit.path) === HISTORY;

/** Throws what the file system throws. */
export function readTask(unit: Unit, touchedFiles = false): Reading | null {
  const text = textFile(unit.path);
  const messages = asList(parseJson(text)).map(asDictionary);
  if (messages.length === 0) return null;
  const item = itemOf(unit);
  const startedAt = isoTime(unit.sessionId) ?? isoTime(item?.ts);
  const turns = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  const touched: string[] = [];
  let folder: string | null = null;
  for (const message of messages) {
    if (message?.role !== "user" && message?.role !== "assistant") continue;
    const { role, content } = message;
    folder ??= role === "user" ? folderTold(content) : null;
    const said = role === "user" ? typedText(content) : answeredText(content);
    turns.add(message.isSummary === true ? "summary" : role, said, isoTime(message.ts));
    if (touchedFiles && role === "assistant") touched.push(...writtenIn(content));
  }
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: asText(item?.cwdOnTaskInitialization) || asText(item?.workspace) || folder,
    title: titleFrom(typedText(asText(item?.task))) ?? titleFrom(asked),
    startedAt,
    forkOf: null,
    subagentOf: asText(item?.parentTaskId) || null,
  };
  return wholeReading(head, turns.turns, text.length, touchedFiles ? touched : undefined);
}

const itemFile = (history: string) => join(dirname(history), "history_item.json");

/** What the extension's list of tasks says about one: in a file of its own, or among all. */
function itemOf(unit: Unit): Dictionary | null {
  const own = asDictionary(parseJson(textBeside(itemFile(unit.path)) ?? ""));
  if (own) return own;
  const state = join(dirname(dirname(dirname(unit.path))), "state");
  return isFolder(state) ? (allItems(join(state, "taskHistory.json")).get(unit.sessionId) ?? null) : null;
}

/** The list that was read last: its tasks are asked for one after the other. */
let last: { stamp: string; items: Map<string, Dictionary> } | null = null;

function allItems(path: string): Map<string, Dictionary> {
  const stats = statOf(path);
  const stamp = [path, stats?.ino, stats?.size, stats?.mtimeMs].join(" ");
  if (last?.stamp === stamp) return last.items;
  const items = new Map<string, Dictionary>();
  for (const item of asList(parseJson(textBeside(path) ?? "")).map(asDictionary))
    if (item) items.set(String(item.id), item);
  last = { stamp, items };
  return items;
}
