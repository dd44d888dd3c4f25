import { join } from "node:path";
import { folderVariable, inHome, textFile } from "../folders.ts";
import { sessionFiles } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Environment, Reader, Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson, textOf } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";
import { pathOfUri } from "./uri-path.ts";

/** Amp: the threads that releases until March 2026 kept in `threads/<id>.json`; later ones are on its servers alone. */
export const amp: Reader = {
  agent: "amp",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => threadFolders(env),
  list({ env }) {
    const failures: StoreFailure[] = [];
    const units = threadFolders(env).flatMap((folder) => listThreads(folder, failures));
    return { units, failures };
  },
  head: (unit) => read(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  // The file is a copy of what the servers have.
  presence: () => "unknown",
  resumeCommand: (sessionId) => ["amp", "threads", "continue", sessionId],
};

const SUFFIX = ".json";
const WRITING_TOOLS = new Set(["create_file", "edit_file"]);

function listThreads(folder: string, failures: StoreFailure[]): Unit[] {
  return sessionFiles(folder, SUFFIX, failures);
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  const text = textFile(unit.path);
  const thread = asDictionary(parseJson(text));
  const messages = asList(thread?.messages).map(asDictionary);
  if (!thread || messages.length === 0) return null;
  const startedAt = isoTime(thread.created);
  const turns = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  const touched: string[] = [];
  for (const message of messages) {
    if (message?.role !== "user" && message?.role !== "assistant") continue;
    turns.add(message.role, textOf(message.content), timeOf(message));
    if (touchedFiles) touched.push(...writtenBy(message));
  }
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const tree = asDictionary(asList(asDictionary(asDictionary(thread.env)?.initial)?.trees)[0]);
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: pathOfUri(tree?.uri),
    title: titleFrom(asText(thread.title)) ?? titleFrom(asked),
    startedAt,
    forkOf: null,
    subagentOf: null,
  };
  return wholeReading(head, turns.turns, text.length, touchedFiles ? touched : undefined);
}

function timeOf(message: Dictionary): string | null {
  return isoTime(asDictionary(message.meta)?.sentAt) ?? isoTime(asDictionary(message.usage)?.timestamp);
}

function writtenBy(message: Dictionary): string[] {
  return asList(message.content)
    .map(asDictionary)
    .filter((block) => block?.type === "tool_use" && WRITING_TOOLS.has(asText(block.name)))
    .map((block) => asText(asDictionary(block?.input)?.path));
}

function threadFolders(env: Environment): string[] {
  const data = folderVariable(env, "XDG_DATA_HOME");
  return data === null ? inHome(env, ".local", "share", "amp", "threads") : [join(data, "amp", "threads")];
}
