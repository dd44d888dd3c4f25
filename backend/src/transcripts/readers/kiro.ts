import { join } from "node:path";
import { configFolders } from "../editor-hosts.ts";
import { folderVariable, inHome, isEvidence, noteFailure, statOf } from "../folders.ts";
import { readStore, StoreCache } from "../sqlite-store.ts";
import type { Environment, Presence, Reader, ReaderContext, Reading, StoreFailure, Unit } from "../types.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";
import { conversationIn, conversationsIn, type KiroConversation } from "./kiro-database.ts";
import { isEditorSession, listEditorSessions, readEditorSession } from "./kiro-editor.ts";
import { headOfSessionFile, listSessionFiles, readSessionFile } from "./kiro-files.ts";

/** Kiro: the command line's files and database, and both stores of the editor. */
export const kiro: Reader = {
  agent: "kiro",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => [...sessionFolders(env), ...databases(env), ...editorFolders(env)],
  list,
  head: (unit) => (unit.path.endsWith(".jsonl") ? headOfSessionFile(unit) : (read(unit)?.head ?? null)),
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  presence(sessionId, _cwd, { env }): Presence {
    const folders = sessionFolders(env).map((folder) => join(folder, "cli"));
    if (folders.some((folder) => statOf(join(folder, `${sessionId}.jsonl`)))) return "present";
    const failures: StoreFailure[] = [];
    const stored = databases(env).flatMap((path) => conversationsOf(path, failures));
    if (stored.some(({ id }) => id === sessionId)) return "present";
    return failures.length === 0 && isEvidence(folders) ? "gone" : "unknown";
  },
  // The editor's sessions are opened again in the editor alone, and a folder's only one has no id.
  resumeCommand: (sessionId) =>
    /^(sess_|folder:)/.test(sessionId) ? null : ["kiro-cli", "chat", "--resume-id", sessionId],
};

const conversations = new StoreCache<KiroConversation[]>();

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const found = new Map<string, Unit>();
  for (const folder of editorFolders(env))
    for (const unit of listEditorSessions(folder, failures)) found.set(unit.sessionId, unit);
  for (const folder of sessionFolders(env))
    for (const unit of listSessionFiles(folder, failures)) found.set(unit.sessionId, unit);
  // What is in the database is not in the files, or newer.
  for (const path of databases(env))
    for (const { id, size, mtime } of conversationsOf(path, failures))
      found.set(id, { path: `${path}#${id}`, sessionId: id, size, mtime });
  return { units: [...found.values()], failures };
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  if (unit.path.endsWith(".jsonl")) return readSessionFile(unit, touchedFiles);
  if (isEditorSession(unit)) return readEditorSession(unit);
  const path = unit.path.slice(0, -`#${unit.sessionId}`.length);
  const found = readStore(path, (database) => conversationIn(database, unit.sessionId));
  return found && wholeReading(found.head, found.turns, lengthOf(found.turns));
}

function conversationsOf(path: string, failures: StoreFailure[]): KiroConversation[] {
  try {
    return conversations.get(path, conversationsIn) ?? [];
  } catch (error) {
    noteFailure(path, error, failures);
    return [];
  }
}

const sessionFolders = (env: Environment) => inHome(env, ".kiro", "sessions");

function databases(env: Environment): string[] {
  const data = folderVariable(env, "XDG_DATA_HOME");
  const folders = [
    ...(data === null ? inHome(env, ".local", "share") : [data]),
    ...inHome(env, "Library", "Application Support"),
  ];
  return folders.map((folder) => join(folder, "kiro-cli", "data.sqlite3"));
}

function editorFolders(env: Environment): string[] {
  return configFolders(env).map((config) => join(config, "Kiro", "User", "globalStorage", "kiro.kiroagent"));
}
