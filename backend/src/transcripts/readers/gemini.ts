import { closeSync, openSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { realPath } from "../../lib/real-path.ts";
import { entriesOf, folderVariable, inHome, isFolder, statOf, textFile } from "../folders.ts";
import { type JsonEntry, peekJsonl, scanJsonl } from "../jsonl-scan.ts";
import { TurnList } from "../turn-list.ts";
import type { Environment, Reader, ReaderContext, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, parseJson } from "../values.ts";
import { GeminiSession } from "./gemini-messages.ts";
import { GeminiProjects } from "./gemini-projects.ts";

const SESSION = /^session-.*\.jsonl?$/;
const SUBAGENT = /^[^.].*\.jsonl?$/;
const NO_PROJECT = new Set(["bin"]);
const HEAD_BYTES = 1 << 20;
const START_BYTES = 512;

/**
 * Gemini CLI: a file a session in a folder a project, one object in old versions and a log of changes since. Where a
 * session was resumed by a newer version both are there, and the log has it all.
 */
export const gemini: Reader = {
  agent: "gemini",
  version: 2,
  appendOnly: false,

  roots: ({ env }) =>
    rootOf(env).flatMap((root) => ["tmp", "history", "projects.json"].map((name) => join(root, name))),

  list({ env }) {
    const units: Unit[] = [];
    const failures: StoreFailure[] = [];
    for (const root of rootOf(env)) {
      const tmp = join(root, "tmp");
      for (const entry of entriesOf(tmp, failures))
        if (entry.isDirectory() && !NO_PROJECT.has(entry.name))
          listChats(join(tmp, entry.name, "chats"), units, failures);
    }
    return { units, failures };
  },

  head(unit, context) {
    const session = new GeminiSession();
    const isNameless = () => session.sessionId === null;
    if (isLog(unit.path)) peekJsonl(unit.path, (entry) => takeUntilAsked(session, entry), HEAD_BYTES, isNameless);
    else takeObject(session, unit.path);
    return headOf(unit, session, context);
  },

  read(unit, context, { touchedFiles = false } = {}) {
    const session = new GeminiSession();
    const bytesRead = isLog(unit.path) ? takeLog(session, unit.path) : takeObject(session, unit.path);
    const head = headOf(unit, session, context);
    if (head === null) return null;
    const list = new TurnList({ sessionId: unit.sessionId, ts: session.startedAt });
    for (const { role, text, ts, id } of session.turns) list.add(role, text, ts, id && `${unit.sessionId}/${id}`);
    const reading = { head, turns: list.turns, appended: false, mark: null, bytesRead };
    return touchedFiles ? { ...reading, touchedFiles: [...session.touchedFiles] } : reading;
  },

  presence(sessionId, cwd, context) {
    const [root] = rootOf(context.env);
    if (root === undefined) return "unknown";
    const projects = new GeminiProjects(root, context);
    const folders = [...new Set([cwd, realPath(cwd)])]
      .flatMap((folder) => projects.candidates(folder))
      .filter(isFolder);
    if (folders.length === 0) return "unknown";
    const units: Unit[] = [];
    const failures: StoreFailure[] = [];
    // It resumes only what lies in the project's own folder.
    for (const folder of folders) listChats(join(folder, "chats"), units, failures);
    if (units.some((unit) => unit.sessionId === sessionId)) return "present";
    return failures.length === 0 ? "gone" : "unknown";
  },

  resumeCommand: (sessionId) => ["gemini", "--resume", sessionId],
};

function rootOf(env: Environment): string[] {
  const home = folderVariable(env, "GEMINI_CLI_HOME");
  return home === null ? inHome(env, ".gemini") : [join(home, ".gemini")];
}

const isLog = (path: string) => path.endsWith(".jsonl");

/** Sub-agents' lie in a folder that has their parent's id. */
function listChats(folder: string, units: Unit[], failures: StoreFailure[]): void {
  const entries = entriesOf(folder, failures);
  listFiles(folder, entries, SESSION, units);
  for (const entry of entries)
    if (entry.isDirectory())
      listFiles(join(folder, entry.name), entriesOf(join(folder, entry.name), failures), SUBAGENT, units);
}

function listFiles(folder: string, entries: ReturnType<typeof entriesOf>, names: RegExp, units: Unit[]): void {
  const files = new Set(entries.filter((entry) => entry.isFile() && names.test(entry.name)).map(({ name }) => name));
  for (const name of files) {
    if (files.has(`${name}l`) && unitAt(join(folder, `${name}l`)) !== null) continue;
    const unit = unitAt(join(folder, name));
    if (unit !== null) units.push(unit);
  }
}

/** Null for a file that names no session. */
function unitAt(path: string): Unit | null {
  const stats = statOf(path);
  const sessionId = stats?.isFile() ? idOf(path, `${stats.ino} ${stats.size} ${stats.mtimeMs}`) : null;
  return stats && sessionId !== null ? { path, sessionId, size: stats.size, mtime: stats.mtimeMs } : null;
}

/** A name has only the first eight letters of the id, so each file is looked into once. */
const ids = new Map<string, { stamp: string; id: string | null }>();

function idOf(path: string, stamp: string): string | null {
  const known = ids.get(path);
  if (known?.stamp === stamp) return known.id;
  const session = new GeminiSession();
  try {
    const isNameless = () => session.sessionId === null;
    if (isLog(path)) peekJsonl(path, (entry) => takeUntilNamed(session, entry), HEAD_BYTES, isNameless);
    else session.sessionId = idAtStart(path);
    if (session.sessionId === null && !isLog(path)) takeObject(session, path);
  } catch {
    // It vanished, or may not be read: there is no telling whose it is.
    return null;
  }
  ids.set(path, { stamp, id: session.sessionId });
  return session.sessionId;
}

/** Where the program itself wrote the object its first value is the id. */
function idAtStart(path: string): string | null {
  const start = Buffer.alloc(START_BYTES);
  const file = openSync(path, "r");
  try {
    const text = start.toString("utf8", 0, readSync(file, start));
    return /^\ufeff?\s*\{\s*"sessionId"\s*:\s*"([^"\\]+)"/.exec(text)?.[1] ?? null;
  } finally {
    closeSync(file);
  }
}

function takeUntilNamed(session: GeminiSession, entry: JsonEntry): boolean {
  session.take(entry);
  return session.sessionId !== null;
}

function takeUntilAsked(session: GeminiSession, entry: JsonEntry): boolean {
  session.take(entry);
  return session.sessionId !== null && session.title !== null;
}

function takeObject(session: GeminiSession, path: string): number {
  const text = textFile(path);
  session.take(asDictionary(parseJson(text)) ?? {});
  return Buffer.byteLength(text);
}

function takeLog(session: GeminiSession, path: string): number {
  const keep = () => ({ seq: 0, state: null });
  return scanJsonl(path, { entry: (entry) => session.take(entry), keep }).bytesRead;
}

function headOf(unit: Unit, session: GeminiSession, context: ReaderContext): SessionHead | null {
  if (session.sessionId === null) return null;
  const folder = dirname(unit.path);
  const isSubagent = basename(folder) !== "chats";
  const project = dirname(isSubagent ? dirname(folder) : folder);
  const [root = ""] = rootOf(context.env);
  return {
    sessionId: unit.sessionId,
    cwd: new GeminiProjects(root, context).folderOf(project, {
      projectHash: session.projectHash,
      told: session.toldFolders,
    }),
    title: session.title,
    startedAt: session.startedAt,
    forkOf: null,
    subagentOf: isSubagent ? basename(folder) : null,
  };
}
