import { basename, dirname, join } from "node:path";
import { entriesOf, folderVariable, inHome, textBeside } from "../folders.ts";
import type { JsonEntry } from "../jsonl-scan.ts";
import { type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { presenceAmong } from "../presence.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import type { TurnList } from "../turn-list.ts";
import { titleFrom } from "../turn-list.ts";
import type { Environment, Reader, ReaderContext, Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson, textOf } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";

/**
 * Grok Build: `sessions/<cwd>/<id>/`, with what was said in `chat_history.jsonl` and the rest in `summary.json`. The
 * stream `updates.jsonl` says it too, a thousand times as long, and is read only where it is alone.
 */
export const grok: Reader = {
  agent: "grok",
  version: 2,
  appendOnly: false,
  roots: ({ env }) => sessionFolders(env),
  list,
  head: (unit) => read(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  presence: (sessionId, _cwd, context) => presenceAmong(list(context), sessionId, sessionFolders(context.env)),
  resumeCommand: (sessionId) => ["grok", "--resume", sessionId],
};

const HISTORY = "chat_history.jsonl";
const STREAM = "updates.jsonl";
const SUMMARY = "summary.json";
const WRITING_TOOLS = new Set(["write", "write_file", "create_file", "edit_file", "search_replace", "str_replace"]);

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const units: Unit[] = [];
  for (const root of sessionFolders(env)) {
    for (const project of entriesOf(root, failures)) {
      if (!project.isDirectory()) continue;
      for (const session of entriesOf(join(root, project.name), failures))
        if (session.isDirectory()) units.push(...unitIn(join(root, project.name, session.name)));
    }
  }
  return { units, failures };
}

function unitIn(folder: string): Unit[] {
  return [HISTORY, STREAM]
    .map((name) => sessionAt(join(folder, name), basename(folder), join(folder, SUMMARY)))
    .filter((unit) => unit !== null)
    .slice(0, 1);
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  const reading = readJsonl(unit, basename(unit.path) === STREAM ? stream : history, { touchedFiles });
  if (!reading) return null;
  const summary = asDictionary(parseJson(textBeside(join(dirname(unit.path), SUMMARY)) ?? ""));
  const info = asDictionary(summary?.info);
  const parent = asText(summary?.parent_session_id) || null;
  const isSubagent = asText(summary?.session_kind).startsWith("subagent");
  const startedAt = isoTime(summary?.created_at) ?? reading.head.startedAt;
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: asText(info?.cwd) || folderOf(unit),
    title:
      titleFrom(asText(summary?.generated_title)) ?? titleFrom(asText(summary?.session_summary)) ?? reading.head.title,
    startedAt,
    forkOf: isSubagent ? null : parent,
    subagentOf: isSubagent ? parent : null,
  };
  const turns = reading.turns.map((turn) => ({ ...turn, ts: turn.ts ?? startedAt }));
  return wholeReading(head, turns, reading.bytesRead, reading.touchedFiles);
}

/** Beside the session, or in the name of the folder around it. */
function folderOf(unit: Unit): string | null {
  const group = dirname(dirname(unit.path));
  const told = (textBeside(join(group, ".cwd")) ?? "").trim();
  if (told !== "") return told;
  try {
    const name = decodeURIComponent(basename(group));
    return /^([/\\]|[A-Za-z]:)/.test(name) ? name : null;
  } catch {
    return null;
  }
}

interface GrokState {
  seen: boolean;
  asked: string | null;
  startedAt: string | null;
}

const common = {
  start: (): GrokState => ({ seen: false, asked: null, startedAt: null }),
  head: ({ seen, asked, startedAt }: GrokState, unit: Unit) =>
    seen ? { sessionId: unit.sessionId, cwd: null, title: asked, startedAt, forkOf: null, subagentOf: null } : null,
  settled: ({ asked }: GrokState) => asked !== null,
};

function note(state: GrokState, turns: TurnList): void {
  state.seen = true;
  state.asked ??= titleFrom(turns.turns.find(({ role }) => role === "user")?.text ?? "");
  state.startedAt ??= turns.ts;
}

const history: JsonlFormat<GrokState> = {
  ...common,
  entry(state, entry, turns) {
    const role = entry.type ?? entry.role;
    if (role === "user" && !isTyped(entry)) return;
    if (role !== "user" && role !== "assistant") return;
    const text = textOf(entry.content);
    turns.add(role, role === "user" ? unwrapped(text) : text, null);
    note(state, turns);
  },
  mayMatter: exceptWhere(["type"], ["tool_result", "backend_tool_call", "reasoning", "system"]),
  touched: (entry) => asList(entry.tool_calls).map(writtenBy),
};

/** What a person typed stands in a tag; what the program adds stands behind it. */
function unwrapped(text: string): string {
  return /^\s*<user_query>([\s\S]*)<\/user_query>/.exec(text)?.[1] ?? text;
}

/** Much is said in the user's name. Older lines, which have a role, don't tell. */
function isTyped(entry: JsonEntry): boolean {
  if (entry.type === undefined) return true;
  const reason = entry.synthetic_reason;
  return (
    reason === "interjection" || (typeof entry.prompt_index === "number" && (reason === undefined || reason === null))
  );
}

function writtenBy(call: unknown): string {
  const direct = asDictionary(call);
  const named = asDictionary(direct?.function) ?? direct;
  if (!WRITING_TOOLS.has(asText(named?.name))) return "";
  const args = asDictionary(named?.arguments) ?? asDictionary(parseJson(asText(named?.arguments)));
  return asText(args?.target_file) || asText(args?.file_path) || asText(args?.path);
}

const ROLES: Record<string, "user" | "assistant"> = { user_message_chunk: "user", agent_message_chunk: "assistant" };

const stream: JsonlFormat<GrokState> = {
  ...common,
  entry(state, entry, turns) {
    const params = asDictionary(entry.params);
    const update = asDictionary(params?.update);
    const role = ROLES[asText(update?.sessionUpdate)];
    if (role === undefined) return;
    const meta: Dictionary = { ...asDictionary(params?._meta), ...asDictionary(update?._meta) };
    const text = asText(asDictionary(update?.content)?.text) || textOf(update?.content);
    const key = turns.own(`${role}:${String(role === "user" ? meta.promptIndex : meta.promptId)}`);
    const ts = isoTime(entry.timestamp) ?? isoTime(meta.agentTimestampMs);
    // The chunks of one message follow each other.
    if (!turns.extend(key, text)) turns.add(role, text, ts, key);
    note(state, turns);
  },
  mayMatter: exceptWhere(
    ["params", "update", "sessionUpdate"],
    ["tool_call", "tool_call_update", "agent_thought_chunk", "plan", "available_commands_update"],
  ),
};

function sessionFolders(env: Environment): string[] {
  const home = folderVariable(env, "GROK_HOME");
  return home === null ? inHome(env, ".grok", "sessions") : [join(home, "sessions")];
}
