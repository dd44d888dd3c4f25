import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { realPath } from "../../lib/real-path.ts";
import { entriesOf, isFolder, statOf, textBeside } from "../folders.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { sessionAt, sessionFiles } from "../session-files.ts";
import { columnsOf, readStore } from "../sqlite-store.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { ReaderContext, Reading, SessionHead, StoreFailure, Turn, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson, textOf } from "../values.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";
import { stampIn, typedIn } from "./cursor-text.ts";

const SUFFIX = ".jsonl";
const STORE = "store.db";
const WRITING_TOOLS = new Set(["Write", "StrReplace", "Edit", "MultiEdit", "edit_file", "write"]);

/**
 * Transcripts of `cursor-agent`: `projects/<cwd>/agent-transcripts/<id>/<id>.jsonl`, with those of its sub-agents below,
 * or without the folder of their own.
 */
export function listTranscripts(root: string, failures: StoreFailure[]): Unit[] {
  const units: Unit[] = [];
  const projects = join(root, "projects");
  for (const project of foldersIn(projects, failures)) {
    const transcripts = join(projects, project, "agent-transcripts");
    units.push(...filesIn(transcripts, failures));
    for (const session of foldersIn(transcripts, failures)) {
      units.push(...filesIn(join(transcripts, session), failures));
      units.push(...filesIn(join(transcripts, session, "subagents"), failures));
    }
  }
  return units;
}

/** Chats that have nothing but their database: `chats/<md5 of the cwd>/<id>/store.db`. */
export function listStores(root: string, failures: StoreFailure[]): Unit[] {
  const units: Unit[] = [];
  const chats = join(root, "chats");
  for (const project of foldersIn(chats, failures)) {
    for (const id of foldersIn(join(chats, project), failures)) {
      const path = join(chats, project, id, STORE);
      const unit = sessionAt(path, id, `${path}-wal`);
      if (unit) units.push(unit);
    }
  }
  return units;
}

export function headOfTranscript(unit: Unit, root: string, context: ReaderContext): SessionHead | null {
  const head = headOfJsonl(unit, format);
  return head && completed(head, unit, root, context);
}

export function readTranscript(unit: Unit, root: string, context: ReaderContext, touchedFiles = false): Reading | null {
  const reading = readJsonl(unit, format, { touchedFiles });
  // The editor's part of this agent has no marks, and an agent is either read on from them or not.
  return reading && { ...reading, mark: null, head: completed(reading.head, unit, root, context) };
}

export function readChatStore(unit: Unit, root: string, context: ReaderContext): Reading | null {
  const meta = metaOf(unit.path);
  const turns = new TurnList({ sessionId: unit.sessionId, ts: isoTime(meta?.createdAt) });
  for (const message of messagesIn(unit.path)) addMessage(turns, message);
  if (turns.turns.length === 0) return null;
  const head = completed(headFrom(unit, turns.turns), unit, root, context);
  return wholeReading(head, turns.turns, lengthOf(turns.turns));
}

/** Where chats that were started in `cwd` lie. */
export function chatFolders(root: string, cwd: string): string[] {
  return [...new Set([cwd, realPath(cwd)])].map((path) => join(root, "chats", md5(path)));
}

interface TranscriptState {
  asked: string | null;
  startedAt: string | null;
  seen: boolean;
}

const format: JsonlFormat<TranscriptState> = {
  start: () => ({ asked: null, startedAt: null, seen: false }),
  entry(state, entry, turns) {
    if (entry.role !== "user" && entry.role !== "assistant") return;
    state.seen = true;
    addMessage(turns, { role: entry.role, content: asDictionary(entry.message)?.content });
    state.asked ??= titleFrom(turns.turns.find(({ role }) => role === "user")?.text ?? "");
    state.startedAt ??= turns.ts;
  },
  head: ({ seen, asked, startedAt }, unit) =>
    seen
      ? { sessionId: unit.sessionId, cwd: null, title: asked, startedAt, forkOf: null, subagentOf: parentOf(unit) }
      : null,
  settled: ({ asked }) => asked !== null,
  touched: ({ message }) =>
    asList(asDictionary(message)?.content)
      .map(asDictionary)
      .filter((block) => block?.type === "tool_use" && WRITING_TOOLS.has(asText(block.name)))
      .map((block) => asText(asDictionary(block?.input)?.path) || asText(asDictionary(block?.input)?.file_path))
      .filter((path) => path !== ""),
};

function addMessage(turns: TurnList, { role, content }: Dictionary): void {
  if (role === "user") turns.add("user", typedIn(content), stampIn(content));
  if (role === "assistant") turns.add("assistant", textOf(content), null);
}

function headFrom(unit: Unit, turns: readonly Turn[]): SessionHead {
  const asked = turns.find(({ role }) => role === "user")?.text ?? "";
  const startedAt = turns[0]?.ts ?? null;
  return { sessionId: unit.sessionId, cwd: null, title: titleFrom(asked), startedAt, forkOf: null, subagentOf: null };
}

/** Title, time and folder are in the chat's database and beside it, if anywhere. */
function completed(head: SessionHead, unit: Unit, root: string, context: ReaderContext): SessionHead {
  const chat = chatOf(unit, root);
  const meta = chat === null ? null : metaOf(join(chat, STORE));
  const named = titleFrom(asText(meta?.name));
  return {
    ...head,
    cwd: (chat && folderOfChat(chat, context)) ?? folderOfTranscript(unit, context),
    // What it is called before it has a title.
    title: named === null || named === "New Agent" ? head.title : named,
    startedAt: isoTime(meta?.createdAt) ?? head.startedAt,
  };
}

function chatOf(unit: Unit, root: string): string | null {
  if (basename(unit.path) === STORE) return dirname(unit.path);
  const chats = join(root, "chats");
  const project = foldersIn(chats).find((name) => isFolder(join(chats, name, unit.sessionId)));
  return project === undefined ? null : join(chats, project, unit.sessionId);
}

function folderOfChat(chat: string, { projects }: ReaderContext): string | null {
  const told = asText(asDictionary(parseJson(textBeside(join(chat, "meta.json")) ?? ""))?.cwd);
  const hash = basename(dirname(chat));
  return told || (projects.find((project) => md5(project) === hash) ?? null);
}

/** The folder's name is the path with its separators lost: it can be compared, not read. */
function folderOfTranscript(unit: Unit, { projects }: ReaderContext): string | null {
  const [, project = "", slug = ""] =
    /^(.*[/\\]projects[/\\]([^/\\]+))[/\\]agent-transcripts[/\\]/.exec(unit.path) ?? [];
  if (slug === "") return null;
  const told = /\bworkspacePath=(\S.*)$/m.exec(textBeside(join(project, "worker.log")) ?? "")?.[1]?.trimEnd();
  return told ?? projects.find((path) => path.replace(/^\//, "").replaceAll(/[/.]/g, "-") === slug) ?? null;
}

function parentOf(unit: Unit): string | null {
  const folder = dirname(unit.path);
  return basename(folder) === "subagents" ? basename(dirname(folder)) : null;
}

/** The one value of the table `meta`: JSON, written in hexadecimal. */
function metaOf(path: string): Dictionary | null {
  if (!statOf(path)?.isFile()) return null;
  try {
    const value = readStore(path, (database) => {
      if (!columnsOf(database, "meta").has("value")) return "";
      return asText(database.prepare("SELECT CAST(value AS TEXT) AS value FROM meta LIMIT 1").get()?.value);
    });
    return asDictionary(parseJson(Buffer.from(value, "hex").toString("utf8"))) ?? asDictionary(parseJson(value));
  } catch {
    // It only adds to what the transcript says.
    return null;
  }
}

const HASH_FIELD = 0x0a;
const HASH_LENGTH = 32;

/** The root names its messages by their hashes, in order; each is a JSON value of its own. */
function messagesIn(path: string): Dictionary[] {
  const root = asText(metaOf(path)?.latestRootBlobId);
  return readStore(path, (database) => {
    if (!columnsOf(database, "blobs").has("data")) return [];
    const blob = database.prepare("SELECT data FROM blobs WHERE id = ?");
    const dataOf = (id: string) => Buffer.from((blob.get(id)?.data as Uint8Array | string | undefined) ?? "");
    return hashesIn(dataOf(root))
      .map((id) => asDictionary(parseJson(dataOf(id).toString("utf8"))))
      .filter((message) => message !== null);
  });
}

function hashesIn(bytes: Buffer): string[] {
  const hashes: string[] = [];
  for (let at = 0; bytes[at] === HASH_FIELD && bytes[at + 1] === HASH_LENGTH; at += 2 + HASH_LENGTH)
    hashes.push(bytes.toString("hex", at + 2, at + 2 + HASH_LENGTH));
  return hashes;
}

function filesIn(folder: string, failures: StoreFailure[]): Unit[] {
  return isFolder(folder) ? sessionFiles(folder, SUFFIX, failures) : [];
}

function foldersIn(folder: string, failures?: StoreFailure[]): string[] {
  if (!isFolder(folder)) return [];
  return entriesOf(folder, failures)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
