import { dirname, join } from "node:path";
import { entriesOf, inHome, isEvidence, isFolder, statOf, textBeside } from "../folders.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Environment, Presence, Reader, ReaderContext, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { pathOfUri } from "./uri-path.ts";

/** Antigravity: `brain/<id>/.system_generated/logs/transcript.jsonl` in each of its folders in `~/.gemini`. */
export const antigravity: Reader = {
  agent: "antigravity",
  version: 1,
  appendOnly: true,
  roots: ({ env }) => inHome(env, ".gemini"),
  list({ env }) {
    const failures: StoreFailure[] = [];
    const units = productFolders(env, failures).flatMap((folder) => listBrain(join(folder, "brain"), failures));
    return { units, failures };
  },
  head(unit) {
    const head = headOfJsonl(unit, format);
    return head && located(head, unit);
  },
  read(unit, _context, options = {}) {
    const reading = readJsonl(unit, format, options);
    return reading && { ...reading, head: located(reading.head, unit) };
  },
  presence(sessionId, _cwd, { env }: ReaderContext): Presence {
    const brains = productFolders(env).map((folder) => join(folder, "brain"));
    if (brains.some((brain) => statOf(join(brain, sessionId, TRANSCRIPT)))) return "present";
    return isEvidence(brains) ? "gone" : "unknown";
  },
  resumeCommand: (sessionId) => ["agy", "--conversation", sessionId],
};

const TRANSCRIPT = join(".system_generated", "logs", "transcript.jsonl");
const WRITING_TOOLS = new Set(["write_to_file", "replace_file_content", "multi_replace_file_content"]);
const MACHINE_BLOCKS = /<(ADDITIONAL_METADATA|USER_SETTINGS_CHANGE)>([\s\S]*?)(<\/\1>|$)/g;

interface AntigravityState {
  asked: string | null;
  startedAt: string | null;
  cwd: string | null;
  seen: boolean;
}

const format: JsonlFormat<AntigravityState> = {
  start: () => ({ asked: null, startedAt: null, cwd: null, seen: false }),
  entry(state, entry, turns) {
    const { source, type } = entry;
    if (typeof source !== "string") return;
    const ts = isoTime(entry.created_at);
    state.seen = true;
    state.startedAt ??= ts;
    const content = asText(entry.content);
    if (source === "USER_EXPLICIT") {
      state.cwd ??= folderTold(content);
      const text = typedIn(content);
      state.asked ??= titleFrom(text);
      turns.add("user", text, ts);
    } else if (type === "CHECKPOINT") turns.add("summary", content, ts);
    else if (source === "MODEL" && (type === undefined || type === "PLANNER_RESPONSE")) {
      turns.add("assistant", content, ts);
      for (const { name, args } of callsIn(entry))
        if (name === "run_command") state.cwd ??= unquoted(args?.Cwd) || null;
    }
  },
  head: ({ seen, cwd, asked, startedAt }, unit) =>
    seen ? { sessionId: unit.sessionId, cwd, title: asked, startedAt, forkOf: null, subagentOf: null } : null,
  settled: ({ asked, cwd }) => asked !== null && cwd !== null,
  mayMatter: exceptWhere(["type"], ["RUN_COMMAND", "VIEW_FILE", "LIST_DIRECTORY", "CODE_ACTION", "GREP_SEARCH"]),
  touched: (entry) =>
    callsIn(entry)
      .filter(({ name }) => WRITING_TOOLS.has(name))
      .map(({ args }) => unquoted(args?.TargetFile))
      .filter((path) => path !== ""),
};

/** The folder is on the lists that the products keep of their conversations, if anywhere. */
function located(head: SessionHead, unit: Unit): SessionHead {
  const product = dirname(dirname(dirname(dirname(dirname(unit.path)))));
  const folder = folderInMetadata(product, unit.sessionId) ?? folderInLast(product, unit.sessionId) ?? head.cwd;
  return { ...head, cwd: folder };
}

function folderInMetadata(product: string, sessionId: string): string | null {
  const metadata = asDictionary(cacheOf(product, "conversation_metadata.json")?.[sessionId]);
  for (const uri of asList(metadata?.WorkspaceURIs ?? metadata?.workspaceUris)) {
    const path = pathOfUri(uri);
    if (path !== null) return path;
  }
  return null;
}

/** The conversation that each folder had last. */
function folderInLast(product: string, sessionId: string): string | null {
  const last = Object.entries(cacheOf(product, "last_conversations.json") ?? {});
  const folder = last.find(([, conversation]) => conversation === sessionId)?.[0];
  return folder === undefined ? null : (pathOfUri(folder) ?? folder);
}

function cacheOf(product: string, name: string): Dictionary | null {
  const cache = join(product, "cache");
  return isFolder(cache) ? asDictionary(parseJson(textBeside(join(cache, name)) ?? "")) : null;
}

function typedIn(content: string): string {
  const clean = content.replaceAll(MACHINE_BLOCKS, "").replaceAll(/^Comments on artifact URI:.*$/gm, "");
  return clean.replaceAll(/<\/?USER_REQUEST>/g, "");
}

function folderTold(content: string): string | null {
  for (const [, , metadata = ""] of content.matchAll(MACHINE_BLOCKS)) {
    const cwd = asText(asDictionary(parseJson(metadata.trim()))?.cwd);
    if (cwd !== "") return cwd;
  }
  return null;
}

function callsIn(entry: Dictionary): { name: string; args: Dictionary | null }[] {
  return asList(entry.tool_calls).map((call) => {
    const { name, args } = asDictionary(call) ?? {};
    return { name: asText(name), args: asDictionary(args) };
  });
}

/** An argument is written as JSON inside its string. */
function unquoted(argument: unknown): string {
  const text = asText(argument);
  return asText(parseJson(text)) || (text.startsWith('"') ? "" : text);
}

function productFolders(env: Environment, failures?: StoreFailure[]): string[] {
  return inHome(env, ".gemini").flatMap((gemini) =>
    entriesOf(gemini, failures)
      .filter((entry) => entry.isDirectory() && entry.name.startsWith("antigravity"))
      .map((entry) => join(gemini, entry.name)),
  );
}

function listBrain(brain: string, failures: StoreFailure[]): Unit[] {
  if (!isFolder(brain)) return [];
  return entriesOf(brain, failures).flatMap((entry) => {
    const path = join(brain, entry.name, TRANSCRIPT);
    return (entry.isDirectory() && isFolder(dirname(path)) && sessionAt(path, entry.name)) || [];
  });
}
