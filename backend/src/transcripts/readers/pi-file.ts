import { basename } from "node:path";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { sessionFiles } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Reading, ReadMark, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, textOf } from "../values.ts";

interface PiState {
  /** The header's, once it was there. */
  header: { id: string; cwd: string; startedAt: string | null; forkOf: string | null } | null;
  /** What the user called the session, last; "" for none. */
  name: string;
  /** The first thing that was asked. */
  asked: string | null;
}

const SUFFIX = ".jsonl";
const WRITING_TOOLS = new Set(["edit", "write"]);

/** Every session file that lies directly in a folder. */
export function listPiFolder(folder: string): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const files = sessionFiles(folder, SUFFIX, failures);
  return { units: files.map((unit) => ({ ...unit, sessionId: idInName(unit.path) })), failures };
}

/** The head of a session file, wherever it lies. Throws what the file system throws. */
export function headOfPiFile(unit: Unit): SessionHead | null {
  return headOfJsonl(unit, format);
}

/** What a session file holds, from the mark on where it holds. Throws what the file system throws. */
export function readPiFile(unit: Unit, options: { from?: ReadMark; touchedFiles?: boolean } = {}): Reading | null {
  return readJsonl(unit, format, options);
}

/** A file is called `<time>_<id>.jsonl`, unless the user named it. */
function idInName(path: string): string {
  const stem = basename(path.replaceAll("\\", "/"), SUFFIX);
  return stem.slice(stem.indexOf("_") + 1) || stem;
}

const format: JsonlFormat<PiState> = {
  start: () => ({ header: null, name: "", asked: null }),
  entry(state, entry, turns) {
    if (entry.type === "session") state.header ??= headerOf(entry);
    else if (entry.type === "session_info") state.name = asText(entry.name).trim();
    else if (entry.type === "compaction" || entry.type === "branch_summary")
      turns.add("summary", asText(entry.summary), isoTime(entry.timestamp), keyOf(entry));
    if (entry.type !== "message") return;
    const message = asDictionary(entry.message);
    if (message?.role !== "user" && message?.role !== "assistant") return;
    const said = textOf(message.content);
    const text = message.role === "user" ? withoutInjected(said) : said;
    if (message.role === "user") state.asked ??= titleFrom(text);
    turns.add(message.role, text, isoTime(entry.timestamp) ?? isoTime(message.timestamp), keyOf(entry));
  },
  head(state, unit) {
    if (!state.header && state.asked === null) return null;
    return {
      sessionId: state.header?.id || unit.sessionId,
      cwd: state.header?.cwd || null,
      title: titleFrom(state.name) ?? state.asked,
      startedAt: state.header?.startedAt ?? null,
      forkOf: state.header?.forkOf ?? null,
      subagentOf: null,
    };
  },
  namesFolder: true,
  settled: ({ header, asked }) => header !== null && asked !== null,
  mayMatter: exceptWhere(["message", "role"], ["toolResult", "bashExecution"]),
  touched: ({ message }) =>
    asList(asDictionary(message)?.content)
      .map(asDictionary)
      .filter((block) => block?.type === "toolCall" && WRITING_TOOLS.has(asText(block.name)))
      .map((block) => asText(asDictionary(block?.arguments)?.path))
      .filter((path) => path !== ""),
};

function headerOf(entry: Dictionary): PiState["header"] {
  const parent = asText(entry.parentSession) || asText(entry.branchedFrom);
  return {
    id: asText(entry.id),
    cwd: asText(entry.cwd),
    startedAt: isoTime(entry.timestamp),
    forkOf: parent === "" ? null : idInName(parent),
  };
}

/**
 * A fork copies entries with their ids and times. The ids alone are too short to tell all sessions' entries apart, and
 * the oldest format has none.
 */
function keyOf(entry: Dictionary): string | null {
  const id = asText(entry.id);
  const time = asText(entry.timestamp);
  return id === "" || time === "" ? null : `${id}@${time}`;
}

/** Skills and files that Pi put before what was typed. */
function withoutInjected(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const tag = /^<(skill|file) name="[^"\n]*"[^>\n]*>/.exec(rest)?.[1];
    const end = tag === undefined ? -1 : rest.indexOf(`</${tag}>`);
    if (tag === undefined || end === -1) return rest;
    rest = rest.slice(end + tag.length + 3).trimStart();
  }
}
