import { basename, dirname, join } from "node:path";
import { entriesOf, folderVariable, inHome, statOf, textBeside } from "../folders.ts";
import { type JsonEntry, peekJsonl } from "../jsonl-scan.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { presenceAmong } from "../presence.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Environment, Reader, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary } from "../values.ts";
import { workspaceValues } from "./copilot-workspace.ts";

const EVENTS = "events.jsonl";
const WORKSPACE = "workspace.yaml";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WRITING_TOOLS = new Set(["create", "edit", "str_replace_editor", "write"]);

/** Copilot CLI: a log of events a session in a folder of its own, with what the session is called beside it. */
export const copilot: Reader = {
  agent: "copilot",
  version: 1,
  appendOnly: true,

  roots: ({ env }) => rootOf(env),

  list({ env }) {
    const units: Unit[] = [];
    const failures: StoreFailure[] = [];
    for (const root of rootOf(env))
      for (const entry of entriesOf(root, failures)) {
        const path = join(root, entry.name);
        if (entry.isDirectory()) addUnit(join(path, EVENTS), units);
        // Before version 1.0 the log lay there itself.
        else if (entry.isFile() && entry.name.endsWith(".jsonl")) addUnit(path, units);
      }
    return { units, failures };
  },

  head: (unit) => headOfJsonl(unit, format),
  read: (unit, _context, options = {}) => readJsonl(unit, format, options),

  // It resumes by id from any folder.
  presence: (sessionId, _cwd, context) => presenceAmong(copilot.list(context), sessionId, rootOf(context.env)),

  resumeCommand: (sessionId) => ["copilot", `--resume=${sessionId}`],
};

function rootOf(env: Environment): string[] {
  const folder = folderVariable(env, "COPILOT_HOME");
  return folder === null ? inHome(env, ".copilot", "session-state") : [join(folder, "session-state")];
}

/** A name that is given later changes only the file beside the log. */
function addUnit(path: string, units: Unit[]): void {
  const log = statOf(path);
  if (!log?.isFile()) return;
  const beside = basename(path) === EVENTS ? [join(dirname(path), WORKSPACE)] : [];
  const unit = sessionAt(path, idOf(path, log.ino), ...beside);
  if (unit) units.push(unit);
}

/** The folder's name is not always the id; the log's first event has it, and keeps it. */
const ids = new Map<string, { ino: number; id: string }>();

function idOf(path: string, ino: number): string {
  const known = ids.get(path);
  if (known?.ino === ino) return known.id;
  const named = basename(path) === EVENTS ? basename(dirname(path)) : basename(path, ".jsonl");
  let started = "";
  try {
    peekJsonl(path, (entry) => {
      if (entry.type === "session.start") started = asText(asDictionary(entry.data)?.sessionId);
      return true;
    });
  } catch {
    // It vanished, or may not be read, which reading it will tell.
    return named;
  }
  if (started !== "") ids.set(path, { ino, id: started });
  return started || named;
}

interface CopilotState {
  cwd: string | null;
  /** Named in the question whether the folder is trusted, in old versions. */
  trusted: string | null;
  startedAt: string | null;
  asked: string | null;
}

const format: JsonlFormat<CopilotState> = {
  start: () => ({ cwd: null, trusted: null, startedAt: null, asked: null }),

  entry(state, entry, turns) {
    const data = asDictionary(entry.data);
    if (data === null) return;
    const ts = isoTime(entry.timestamp);
    switch (entry.type) {
      case "session.start":
        state.cwd ??= asText(asDictionary(data.context)?.cwd) || null;
        state.startedAt ??= isoTime(data.startTime) ?? ts;
        break;
      case "session.info":
        if (data.infoType === "folder_trust")
          state.trusted ??= /(\/.*?) has been/.exec(asText(data.message))?.[1] ?? null;
        break;
      case "user.message":
      case "assistant.message": {
        const role = entry.type === "user.message" ? "user" : "assistant";
        if (!isSaid(data)) break;
        const text = asText(data.content);
        if (role === "user") state.asked ??= titleFrom(text);
        turns.add(role, text, ts, UUID.test(asText(entry.id)) ? asText(entry.id) : null);
      }
    }
  },

  head({ cwd, trusted, startedAt, asked }, unit) {
    // A session that is resumed leaves an empty one behind.
    if (asked === null) return null;
    const beside = basename(unit.path) === EVENTS ? textBeside(join(dirname(unit.path), WORKSPACE)) : null;
    const values = workspaceValues(beside ?? "");
    const called = titleFrom(values.get("name") ?? "") ?? titleFrom(values.get("summary") ?? "");
    return {
      sessionId: unit.sessionId,
      cwd: cwd ?? (values.get("cwd") || trusted),
      title: called ?? asked,
      startedAt,
      forkOf: null,
      subagentOf: null,
    };
  },

  namesFolder: true,
  settled: ({ cwd, asked }) => cwd !== null && asked !== null,
  mayMatter: exceptWhere(
    ["type"],
    [
      ...["tool.execution_start", "tool.execution_partial_result", "tool.execution_complete", "system.message"],
      ...["hook.start", "hook.end", "session.usage_record", "session.usage_checkpoint", "session.shutdown"],
    ],
  ),
  touched: writtenFiles,
};

/** Neither a sub-agent's, who speaks to the agent, nor a skill's text in a person's place. */
function isSaid(data: Dictionary): boolean {
  if (asText(data.parentToolCallId) !== "") return false;
  return !asText(data.source).startsWith("skill") && !/^\s*<skill-context\b/.test(asText(data.content));
}

function writtenFiles({ type, data }: JsonEntry): string[] {
  if (type !== "assistant.message") return [];
  return asList(asDictionary(data)?.toolRequests).flatMap((request) => {
    const call = asDictionary(request);
    const given = asDictionary(call?.arguments);
    const path = asText(given?.path) || asText(given?.file_path);
    return path === "" || !WRITING_TOOLS.has(asText(call?.name)) || given?.command === "view" ? [] : [path];
  });
}
