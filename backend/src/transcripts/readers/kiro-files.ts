import { basename, dirname, join } from "node:path";
import { entriesOf, isFolder, textBeside } from "../folders.ts";
import type { JsonEntry } from "../jsonl-scan.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";

const SUFFIX = ".jsonl";
const MESSAGES = "messages.jsonl";
const OWN_SESSION = "session.json";
const WRITING_TOOLS = new Set(["write", "fs_write", "str_replace", "edit", "create_file", "fs_append"]);

/**
 * Sessions in files, of the command line and of the editor: `cli/<id>.jsonl` with `<id>.json` beside it, and
 * `sess_<id>/messages.jsonl` with `session.json`, directly in the folder or one level down.
 */
export function listSessionFiles(folder: string, failures: StoreFailure[]): Unit[] {
  if (!isFolder(folder)) return [];
  const units: Unit[] = [];
  for (const entry of entriesOf(folder, failures)) {
    if (!entry.isDirectory()) continue;
    const below = join(folder, entry.name);
    units.push(...messagesIn(below, entry.name));
    if (entry.name.startsWith("sess_")) continue;
    for (const inner of entriesOf(below, failures)) {
      if (inner.isDirectory()) units.push(...messagesIn(join(below, inner.name), inner.name));
      else if (inner.isFile() && entry.name === "cli" && inner.name.endsWith(SUFFIX))
        units.push(...unitAt(join(below, inner.name), basename(inner.name, SUFFIX)));
    }
  }
  return units;
}

export function headOfSessionFile(unit: Unit): SessionHead | null {
  const head = headOfJsonl(unit, format);
  return head && completed(head, unit);
}

export function readSessionFile(unit: Unit, touchedFiles = false): Reading | null {
  const reading = readJsonl(unit, format, { touchedFiles });
  if (!reading) return null;
  const head = completed(reading.head, unit);
  return wholeReading(head, reading.turns, lengthOf(reading.turns), reading.touchedFiles);
}

function messagesIn(folder: string, name: string): Unit[] {
  return name.startsWith("sess_") ? unitAt(join(folder, MESSAGES), name) : [];
}

function unitAt(path: string, sessionId: string): Unit[] {
  return [sessionAt(path, sessionId, infoFile(path))].filter((unit) => unit !== null);
}

const infoFile = (path: string) =>
  basename(path) === MESSAGES ? join(dirname(path), OWN_SESSION) : `${path.slice(0, -SUFFIX.length)}.json`;

function completed(head: SessionHead, unit: Unit): SessionHead {
  const info = asDictionary(parseJson(textBeside(infoFile(unit.path)) ?? ""));
  return {
    ...head,
    cwd: asText(info?.cwd) || asText(asList(info?.workspacePaths)[0]) || null,
    title: titleFrom(asText(info?.title)) ?? head.title,
    startedAt: isoTime(info?.created_at) ?? isoTime(info?.createdAt) ?? head.startedAt,
    subagentOf: asText(info?.parent_session_id) || null,
  };
}

interface KiroState {
  seen: boolean;
  asked: string | null;
  startedAt: string | null;
}

const format: JsonlFormat<KiroState> = {
  start: () => ({ seen: false, asked: null, startedAt: null }),
  entry(state, entry, turns) {
    const said = saidIn(entry);
    if (!said) return;
    state.seen = true;
    if (said.role === "user") state.asked ??= titleFrom(said.text);
    state.startedAt ??= said.ts;
    // An answer comes in pieces under one id.
    const key = said.id === "" ? null : turns.own(said.id);
    if (said.role === "assistant" && key !== null && turns.extend(key, said.text)) return;
    turns.add(said.role, said.text, said.ts, key);
  },
  head: ({ seen, asked, startedAt }, unit) =>
    seen ? { sessionId: unit.sessionId, cwd: null, title: asked, startedAt, forkOf: null, subagentOf: null } : null,
  settled: ({ asked }) => asked !== null,
  touched: (entry) =>
    callsIn(entry)
      .filter(({ name }) => WRITING_TOOLS.has(name))
      .map(({ args }) => asText(args?.path) || asText(args?.file_path)),
};

interface Said {
  role: "user" | "assistant";
  text: string;
  ts: string | null;
  id: string;
}

/** In the words of the command line, of the editor, and of the editor before. */
function saidIn(entry: JsonEntry): Said | null {
  const data = asDictionary(entry.data);
  if (entry.kind === "Prompt" || entry.kind === "AssistantMessage") {
    const role = entry.kind === "Prompt" ? "user" : "assistant";
    const ts = isoTime(asDictionary(data?.meta)?.timestamp);
    return { role, text: textOfBlocks(data?.content), ts, id: asText(data?.message_id) };
  }
  const payload = asDictionary(entry.payload);
  const role = payload ? payload.type : entry.role;
  if (role !== "user" && role !== "assistant") return null;
  if (payload?.operationType !== undefined && payload.operationType !== "Say") return null;
  const text = asText(payload ? payload.content : entry.content);
  return { role, text, ts: isoTime(entry.timestamp), id: asText(entry.id) };
}

function textOfBlocks(content: unknown): string {
  return asList(content)
    .map(asDictionary)
    .map((block) => (block?.kind === "text" ? asText(block.data) : ""))
    .filter((text) => text !== "")
    .join("\n\n");
}

function callsIn(entry: JsonEntry): { name: string; args: Dictionary | null }[] {
  const payload = asDictionary(entry.payload);
  if (payload?.type === "tool_call") return [{ name: asText(payload.toolName), args: asDictionary(payload.args) }];
  return asList(asDictionary(entry.data)?.content)
    .map(asDictionary)
    .filter((block) => block?.kind === "toolUse")
    .map((block) => asDictionary(block?.data))
    .map((call) => ({ name: asText(call?.name), args: asDictionary(call?.input) }));
}
