import { basename, join } from "node:path";
import { entriesOf, folderVariable, inHome } from "../folders.ts";
import type { JsonEntry } from "../jsonl-scan.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { presenceAmong } from "../presence.ts";
import { sessionAt, sessionFiles } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Reader, ReaderContext, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, textOf } from "../values.ts";
import { filesOfPatches } from "./patch-text.ts";

/** Factory Droid: `.factory/sessions/<cwd>/<id>.jsonl` in `$FACTORY_HOME_OVERRIDE` or `~`. */
export const droid: Reader = {
  agent: "droid",
  version: 2,
  appendOnly: true,
  roots: ({ env }) => sessionFolders(env),
  list,
  head: (unit) => headOfJsonl(unit, format),
  read: (unit, _context, options = {}) => readJsonl(unit, format, options),
  presence: (sessionId, _cwd, context) => presenceAmong(list(context), sessionId, sessionFolders(context.env)),
  resumeCommand: (sessionId) => ["droid", "--resume", sessionId],
};

const SUFFIX = ".jsonl";
const WRITING_TOOLS = new Set(["Create", "Edit", "MultiEdit", "Write"]);
const REMINDERS = /<system-reminder>[\s\S]*?(<\/system-reminder>|$)/g;

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const units: Unit[] = [];
  for (const root of sessionFolders(env)) {
    for (const entry of entriesOf(root, failures)) {
      const path = join(root, entry.name);
      if (entry.isDirectory()) units.push(...sessionFiles(path, SUFFIX, failures));
      // Before there was one folder for each project, all lay in one.
      const unit = entry.isFile() && entry.name.endsWith(SUFFIX) ? sessionAt(path, basename(path, SUFFIX)) : null;
      if (unit) units.push(unit);
    }
  }
  return { units, failures };
}

function sessionFolders(env: ReaderContext["env"]): string[] {
  const home = folderVariable(env, "FACTORY_HOME_OVERRIDE");
  return home === null ? inHome(env, ".factory", "sessions") : [join(home, ".factory", "sessions")];
}

interface DroidState {
  seen: boolean;
  cwd: string | null;
  title: string | null;
  asked: string | null;
  startedAt: string | null;
  forkOf: string | null;
  subagentOf: string | null;
}

const format: JsonlFormat<DroidState> = {
  start: () => ({
    seen: false,
    cwd: null,
    title: null,
    asked: null,
    startedAt: null,
    forkOf: null,
    subagentOf: null,
  }),
  entry(state, entry, turns) {
    const ts = isoTime(entry.timestamp);
    if (entry.type === "session_start") {
      state.seen = true;
      state.cwd ??= asText(entry.cwd) || null;
      state.title ??= titleFrom(asText(entry.sessionTitle) || asText(entry.title));
      state.startedAt ??= ts;
      state.subagentOf ??= asText(entry.callingSessionId) || null;
      state.forkOf ??= asText(entry.parent) || null;
    }
    if (entry.type === "compaction_state") turns.add("summary", asText(entry.summaryText), ts, keyOf(entry));
    const message = entry.type === "message" ? asDictionary(entry.message) : null;
    if (message?.role !== "user" && message?.role !== "assistant") return;
    // What the program tells the model in the person's name, and what sub-agents found out.
    if (message.visibility === "llm_only") return;
    state.seen = true;
    state.startedAt ??= ts;
    const text = textOf(message.content).replaceAll(REMINDERS, "");
    if (message.role === "user") state.asked ??= titleFrom(text);
    turns.add(message.role, text, ts, keyOf(entry));
  },
  head: ({ seen, cwd, title, asked, startedAt, forkOf, subagentOf }, unit) =>
    seen ? { sessionId: unit.sessionId, cwd, title: title ?? asked, startedAt, forkOf, subagentOf } : null,
  namesFolder: true,
  settled: ({ cwd, asked }) => cwd !== null && asked !== null,
  touched: ({ message }) =>
    asList(asDictionary(message)?.content)
      .map(asDictionary)
      .filter((block) => block?.type === "tool_use")
      .flatMap((block) => writtenBy(asText(block?.name), asDictionary(block?.input))),
};

function writtenBy(tool: string, input: Dictionary | null): string[] {
  // Some models are given one tool for patches instead.
  if (tool === "ApplyPatch") return filesOfPatches(asText(input?.input));
  const path = WRITING_TOOLS.has(tool) ? asText(input?.file_path) : "";
  return path === "" ? [] : [path];
}

/** A fork copies messages; without their times ids would be too little to tell all sessions' apart. */
function keyOf({ id, timestamp }: JsonEntry): string | null {
  return asText(id) === "" || asText(timestamp) === "" ? null : `${id}@${timestamp}`;
}
