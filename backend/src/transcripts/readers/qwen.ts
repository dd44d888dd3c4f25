import { hash } from "node:crypto";
import { join } from "node:path";
import { realPath } from "../../lib/real-path.ts";
import { entriesOf, folderVariable, inHome, isEvidence, isFolder, statOf } from "../folders.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { sessionFiles } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Environment, Presence, Reader, ReaderContext, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";

/** Qwen Code: `projects/<cwd>/chats/<id>.jsonl`, and those put away in `chats/archive`. */
export const qwen: Reader = {
  agent: "qwen",
  version: 1,
  appendOnly: true,
  roots: ({ env }) => projectFolders(env),
  list,
  head: (unit) => headOfJsonl(unit, format),
  read: (unit, _context, options = {}) => readJsonl(unit, format, options),
  presence(sessionId, cwd, { env }): Presence {
    // A chat is resumed by the project it belongs to, and by no other.
    const slugs = new Set([cwd, realPath(cwd)].map((path) => path.replace(/[^a-zA-Z0-9]/g, "-")));
    const folders = projectFolders(env).flatMap((root) => [...slugs].map((slug) => join(root, slug, "chats")));
    if (folders.some((folder) => statOf(join(folder, `${sessionId}${SUFFIX}`)))) return "present";
    return isEvidence(folders) ? "gone" : "unknown";
  },
  resumeCommand: (sessionId) => ["qwen", "--resume", sessionId],
};

const SUFFIX = ".jsonl";
const WRITING_TOOLS = new Set(["edit", "replace", "write_file"]);
/** What is written as the user's without being it. */
const NOT_TYPED = new Set(["notification", "cron", "goal_runtime", "agent_bootstrap", "agent_launch_prompt"]);
const CONTEXT = "<qwen:user-prompt-submit-context>";

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const units: Unit[] = [];
  const failures: StoreFailure[] = [];
  const take = (folder: string) => {
    if (isFolder(folder)) units.push(...sessionFiles(folder, SUFFIX, failures));
  };
  for (const root of projectFolders(env)) {
    for (const project of entriesOf(root, failures)) {
      if (!project.isDirectory()) continue;
      take(join(root, project.name, "chats"));
      take(join(root, project.name, "chats", "archive"));
    }
  }
  return { units, failures };
}

/** The variable has been read both as the folder itself and as the one it lies in. */
function projectFolders(env: Environment): string[] {
  const home = folderVariable(env, "QWEN_HOME");
  if (home === null) return inHome(env, ".qwen", "projects");
  return [join(home, "projects"), join(home, ".qwen", "projects")];
}

interface QwenState {
  /** A line of a session has been there. */
  seen: boolean;
  cwd: string | null;
  startedAt: string | null;
  forkOf: string | null;
  subagentOf: string | null;
  title: string | null;
  asked: string | null;
}

const isNoTool = exceptWhere(["type"], ["tool_result"]);
const isNoBookkeeping = exceptWhere(["subtype"], ["ui_telemetry", "attribution_snapshot", "file_history_snapshot"]);

const format: JsonlFormat<QwenState> = {
  start: () => ({ seen: false, cwd: null, startedAt: null, forkOf: null, subagentOf: null, title: null, asked: null }),
  entry(state, entry, turns) {
    const payload = asDictionary(entry.systemPayload);
    if (asText(entry.sessionId) === "" && asDictionary(entry.message) === null) return;
    const ts = isoTime(entry.timestamp);
    state.seen = true;
    state.cwd ??= asText(entry.cwd) || null;
    state.startedAt ??= ts;
    state.forkOf ??= asText(asDictionary(entry.forkedFrom)?.sessionId) || null;
    if (entry.subtype === "custom_title") state.title = titleFrom(asText(payload?.customTitle)) ?? state.title;
    if (entry.subtype === "parent_session") state.subagentOf ??= asText(payload?.parentSessionId) || null;
    const said = saidIn(entry, payload);
    if (!said) return;
    if (said.role === "user") state.asked ??= titleFrom(said.text);
    turns.add(said.role, said.text, ts, keyOf(entry, said.text));
  },
  head(state, unit) {
    if (!state.seen) return null;
    const { cwd, startedAt, forkOf, subagentOf } = state;
    return { sessionId: unit.sessionId, cwd, title: state.title ?? state.asked, startedAt, forkOf, subagentOf };
  },
  namesFolder: true,
  settled: ({ cwd, asked }) => cwd !== null && asked !== null,
  mayMatter: (bytes, start, end) => isNoTool(bytes, start, end) && isNoBookkeeping(bytes, start, end),
  mend: objectsIn,
  touched: ({ message }) =>
    asList(asDictionary(message)?.parts)
      .map((part) => asDictionary(asDictionary(part)?.functionCall))
      .filter((call) => WRITING_TOOLS.has(asText(call?.name)))
      .map((call) => asText(asDictionary(call?.args)?.file_path))
      .filter((path) => path !== ""),
};

function saidIn(entry: Dictionary, payload: Dictionary | null) {
  const { type, provenance, subtype } = entry;
  if (type === "assistant") return { role: "assistant", text: textOfParts(entry.message) } as const;
  if (type === "system" && subtype === "chat_compression") {
    // What follows the snapshot is the end of the conversation, which is there already.
    const text = textOfParts(asList(payload?.compressedHistory)[0]);
    return text.includes("<state_snapshot>") ? ({ role: "summary", text } as const) : null;
  }
  if (type !== "user" || NOT_TYPED.has(asText(subtype))) return null;
  if (provenance !== undefined && provenance !== "real_user") return null;
  return { role: "user", text: asText(payload?.displayText) || textOfParts(entry.message) } as const;
}

function textOfParts(message: unknown): string {
  return asList(asDictionary(message)?.parts)
    .map(asDictionary)
    .filter((part) => part?.thought !== true)
    .map((part) => asText(part?.text))
    .filter((text) => text.trim() !== "" && !text.trimStart().startsWith(CONTEXT))
    .join("\n\n");
}

/** A long message is written in several lines with one id; a line that is written twice has the same text too. */
function keyOf(entry: Dictionary, text: string): string | null {
  const id = asText(entry.uuid);
  return id === "" ? null : `${id}:${hash("sha1", text, "hex").slice(0, 12)}`;
}

/** Two writers at once have left lines with two objects. */
function objectsIn(line: string): Dictionary[] {
  const objects: Dictionary[] = [];
  let start = 0;
  for (let end = line.indexOf("}{"); end !== -1; end = line.indexOf("}{", end + 1)) {
    const object = asDictionary(parseJson(line.slice(start, end + 1)));
    if (!object) continue;
    objects.push(object);
    start = end + 1;
  }
  const last = start > 0 ? asDictionary(parseJson(line.slice(start))) : null;
  return last ? [...objects, last] : objects;
}
