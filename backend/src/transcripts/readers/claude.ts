import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { realPath } from "../../lib/real-path.ts";
import { entriesOf, folderVariable, inHome, isEvidence, statOf } from "../folders.ts";
import { peekJsonl, scanJsonl } from "../jsonl-scan.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import type { Environment, Reader, Reading, ReadMark, StoreFailure, Unit } from "../types.ts";
import { asDictionary, parseJson } from "../values.ts";
import { ClaudeConversation, type ConversationState } from "./claude-conversation.ts";
import { hasEntry } from "./claude-leaf.ts";
import { claudeLines } from "./claude-lines.ts";
import { claudeSlug } from "./claude-slug.ts";

const EXTENSION = ".jsonl";
/** The first prompt may follow long lines of settings. */
const HEAD_BYTES = 1 << 20;
/** The program's own lines before the first entry are short. */
const BEGINNING_BYTES = 8 << 10;
/** Titles are written again at the end, whenever the program stops. */
const TAIL_BYTES = 32 << 10;
const SAFE_ID = /^[A-Za-z0-9][\w.-]{0,127}$/;
/** Sub-agents of the program itself: it compacts and guesses the next prompt with them. */
const HOUSEKEEPING = /^agent-a(compact|prompt_suggestion)/;

const speech = claudeLines(false);
const speechAndCalls = claudeLines(true);

/**
 * Claude Code: a JSONL file a session in a folder a project, sub-agents' in folders of their own beside it. These are
 * sessions of their own, below the one that started them: what they found out is said nowhere else.
 */
export const claude: Reader = {
  agent: "claude",
  version: 1,
  appendOnly: true,

  roots: ({ env }) => rootOf(env),

  list({ env }) {
    const units: Unit[] = [];
    const failures: StoreFailure[] = [];
    for (const root of rootOf(env)) {
      if (folderVariable(env, "THOTH_SESSIONS_DIR") === root) listProject(root, units, failures);
      else
        for (const entry of entriesOf(root, failures))
          if (entry.isDirectory()) listProject(join(root, entry.name), units, failures);
    }
    return { units, failures };
  },

  head(unit) {
    const conversation = new ClaudeConversation({ sessionId: unit.sessionId, sidechain: isSubagent(unit) });
    let entries = 0;
    peekJsonl(
      unit.path,
      (entry) => {
        entries++;
        conversation.take(entry);
        return conversation.state.cwd !== null && conversation.state.titles.prompt !== null;
      },
      HEAD_BYTES,
      () => conversation.state.cwd === null,
    );
    if (entries === 0) return null;
    conversation.begunAt = begunAt(unit.path);
    for (const line of lastLines(unit.path)) if (isTitle(line)) conversation.take(asDictionary(parseJson(line)) ?? {});
    return conversation.head(unit.sessionId, parentOf(unit, conversation.state.owner));
  },

  read(unit, _context, { from, touchedFiles = false } = {}) {
    if (from === undefined) return readFrom(unit, touchedFiles, undefined);
    return readFrom(unit, touchedFiles, from) ?? readFrom(unit, touchedFiles, undefined);
  },

  presence(sessionId, cwd, { env }) {
    if (!SAFE_ID.test(sessionId)) return "unknown";
    const [root] = rootOf(env);
    if (root === undefined) return "unknown";
    const own = [...new Set([cwd, realPath(cwd)])].map((folder) => join(root, claudeSlug(folder)));
    const others = entriesOf(root).filter((entry) => entry.isDirectory());
    // It resumes by id from any folder, and goes on in the project that the session lies in.
    for (const folder of [...own, ...others.map(({ name }) => join(root, name))])
      if (statOf(join(folder, sessionId + EXTENSION))?.isFile()) return "present";
    return isEvidence(own) ? "gone" : "unknown";
  },

  resumeCommand: (sessionId) => (sessionId.startsWith("agent-") ? null : ["claude", "--resume", sessionId]),
};

function rootOf(env: Environment): string[] {
  const folder = folderVariable(env, "THOTH_SESSIONS_DIR");
  if (folder !== null) return [folder];
  const configured = folderVariable(env, "CLAUDE_CONFIG_DIR");
  return configured === null ? inHome(env, ".claude", "projects") : [join(configured, "projects")];
}

function listProject(folder: string, units: Unit[], failures: StoreFailure[]): void {
  const prefix = join(folder, sep);
  for (const entry of entriesOf(folder, failures)) {
    if (entry.isFile()) addUnit(prefix, entry.name, units);
    else if (entry.isDirectory()) listSubagents(join(folder, entry.name, "subagents"), units, failures);
  }
}

/** Those that a workflow started lie deeper. */
function listSubagents(folder: string, units: Unit[], failures: StoreFailure[]): void {
  const prefix = join(folder, sep);
  for (const entry of entriesOf(folder, failures)) {
    if (entry.isDirectory()) listSubagents(join(folder, entry.name), units, failures);
    else if (entry.isFile() && entry.name.startsWith("agent-")) addUnit(prefix, entry.name, units);
  }
}

/** The folder's path ends in a separator: of thousands of files none is joined, for they are listed before each question. */
function addUnit(folder: string, name: string, units: Unit[]): void {
  if (!name.endsWith(EXTENSION) || HOUSEKEEPING.test(name)) return;
  const unit = sessionAt(folder + name, name.slice(0, -EXTENSION.length));
  if (unit) units.push(unit);
}

const isSubagent = ({ sessionId }: Unit) => sessionId.startsWith("agent-");

/** The session whose folder it lies in; older versions put it beside the session, whose id its entries have. */
function parentOf(unit: Unit, owner: string | null): string | null {
  if (!isSubagent(unit)) return null;
  const parts = dirname(unit.path).split(sep);
  const folder = parts.lastIndexOf("subagents");
  return (folder > 0 ? parts[folder - 1] : undefined) ?? (owner === unit.sessionId ? null : owner);
}

/** By the lines before the first entry with an id: only those that have one are ever copied. */
function begunAt(path: string): string | null {
  let time: string | null = null;
  peekJsonl(
    path,
    (entry) => {
      if (typeof entry.uuid === "string") return true;
      time = isoTime(entry.timestamp);
      return time !== null;
    },
    BEGINNING_BYTES,
  );
  return time;
}

/** Null when the mark's state can't tell what is new. */
function readFrom(unit: Unit, touchedFiles: boolean, from: ReadMark | undefined): Reading | null {
  const options = { sessionId: unit.sessionId, sidechain: isSubagent(unit) };
  let conversation = new ClaudeConversation(options);
  const scan = scanJsonl(unit.path, {
    from,
    mayMatter: touchedFiles ? speechAndCalls : speech,
    begin(resumed) {
      const state = resumed ? (from?.state as ConversationState) : undefined;
      conversation = new ClaudeConversation({ ...options, state, seq: resumed ? (from?.seq ?? 0) : 0 });
      if (!resumed) conversation.begunAt = begunAt(unit.path);
    },
    entry: (entry) => conversation.take(entry),
    keep: () => ({ seq: conversation.seq, state: conversation.state }),
  });
  if (conversation.needsWhole) return null;
  const kept = scan.mark.state as ConversationState;
  const before = scan.resumed ? (from as ReadMark) : undefined;
  const searched = findOldTitles(unit, conversation, before);
  kept.titles.old = kept.titles.old.map((title) => conversation.oldTitle(title.leaf) ?? title);
  return {
    head: conversation.head(unit.sessionId, parentOf(unit, conversation.state.owner)),
    turns: conversation.turns,
    appended: scan.resumed,
    mark: scan.mark,
    bytesRead: scan.bytesRead + searched,
    ...(touchedFiles ? { touchedFiles: [...conversation.touchedFiles] } : {}),
  };
}

/** Which of the titles of an old version are this conversation's. Answers the bytes that were read for it. */
function findOldTitles(unit: Unit, conversation: ClaudeConversation, from: ReadMark | undefined): number {
  const known = new Set((from?.state as ConversationState | undefined)?.titles.old.map(({ leaf }) => leaf));
  let bytesRead = 0;
  for (const title of conversation.undecidedTitles) {
    const search = hasEntry(unit.path, title.leaf, known.has(title.leaf) ? (from?.offset ?? 0) : 0);
    title.here = search.found;
    bytesRead += search.bytesRead;
  }
  return bytesRead;
}

/** The file's last lines, the first of them perhaps cut. */
function lastLines(path: string): string[] {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, read).split("\n");
  } finally {
    closeSync(file);
  }
}

const isTitle = (line: string) => /"type"\s*:\s*"(custom-title|ai-title|agent-name)"/.test(line);
