import { join } from "node:path";
import { configFolders } from "../editor-hosts.ts";
import {
  entriesOf,
  folderVariable,
  inHome,
  isEvidence,
  isFolder,
  noteFailure,
  statOf,
  textBeside,
} from "../folders.ts";
import { readStore, StoreCache } from "../sqlite-store.ts";
import type { Environment, Presence, Reader, ReaderContext, Reading, StoreFailure, Unit } from "../types.ts";
import { asDictionary, parseJson } from "../values.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";
import { chatIn, chatsIn, composersOf, type EditorChat } from "./cursor-editor.ts";
import {
  chatFolders,
  headOfTranscript,
  listStores,
  listTranscripts,
  readChatStore,
  readTranscript,
} from "./cursor-terminal.ts";
import { pathOfUri } from "./uri-path.ts";

/** Cursor: the editor's databases, and what `cursor-agent` keeps in its own folder. */
export const cursor: Reader = {
  agent: "cursor",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => [...agentFolders(env), ...userFolders(env)],
  list,
  head(unit, context) {
    const root = rootOf(unit, context.env);
    return root !== null && isTranscript(unit)
      ? headOfTranscript(unit, root, context)
      : (read(unit, context)?.head ?? null);
  },
  read: (unit, context, { touchedFiles } = {}) => read(unit, context, touchedFiles),
  presence(sessionId, cwd, { env }): Presence {
    const folders = agentFolders(env).flatMap((root) => chatFolders(root, cwd));
    if (folders.some((folder) => isFolder(join(folder, sessionId)))) return "present";
    return isEvidence(folders) ? "gone" : "unknown";
  },
  // The editor's conversations are opened again in the editor alone.
  resumeCommand: (sessionId) => (editors.has(sessionId) ? null : ["cursor-agent", "--resume", sessionId]),
};

const DATABASE = "state.vscdb";
const chats = new StoreCache<{ chats: EditorChat[]; own: string[] }>();
const lastChats = new Map<string, EditorChat[]>();
/** Ids of the editor's conversations, which look like the others, as the last list had them. */
let editors: ReadonlySet<string> = new Set();

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const found = new Map<string, Unit>();
  for (const user of userFolders(env)) {
    // The database for all comes last: of a copy in a workspace's, it has the newer one.
    for (const path of [...workspaces(user, failures).map(({ database }) => database), globalDatabase(user)])
      for (const { id, size, mtime } of chatsOf(path, failures)?.chats ?? [])
        found.set(id, { path: `${path}#${id}`, sessionId: id, size, mtime });
  }
  editors = new Set(found.keys());
  for (const root of agentFolders(env)) {
    const transcripts = listTranscripts(root, failures);
    const written = new Set(transcripts.map(({ sessionId }) => sessionId));
    const stores = listStores(root, failures).filter(({ sessionId }) => !written.has(sessionId));
    for (const unit of [...transcripts, ...stores]) found.set(unit.path, unit);
  }
  return { units: [...found.values()], failures };
}

function read(unit: Unit, context: ReaderContext, touchedFiles = false): Reading | null {
  const root = rootOf(unit, context.env);
  if (root !== null)
    return isTranscript(unit) ? readTranscript(unit, root, context, touchedFiles) : readChatStore(unit, root, context);
  const path = unit.path.slice(0, -`#${unit.sessionId}`.length);
  const session = readStore(path, (database) => chatIn(database, unit.sessionId, workspaceOf(unit, path, context.env)));
  return (
    session &&
    wholeReading(session.head, session.turns, lengthOf(session.turns), touchedFiles ? session.touched : undefined)
  );
}

const isTranscript = (unit: Unit) => unit.path.endsWith(".jsonl");

/** The agent's folder that the unit lies in; null for the editor's. */
function rootOf(unit: Unit, env: Environment): string | null {
  if (unit.path.endsWith(`${DATABASE}#${unit.sessionId}`)) return null;
  return agentFolders(env).find((root) => unit.path.startsWith(root)) ?? null;
}

/** The folder of the workspace that has the conversation in its database, or on its list. */
function workspaceOf(unit: Unit, path: string, env: Environment): string | null {
  for (const user of userFolders(env)) {
    const owner = workspaces(user).find(
      ({ database }) => database === path || chatsOf(database)?.own.includes(unit.sessionId),
    );
    if (owner) return owner.folder();
  }
  return null;
}

interface Workspace {
  database: string;
  folder(): string | null;
}

function workspaces(user: string, failures?: StoreFailure[]): Workspace[] {
  const storage = join(user, "workspaceStorage");
  if (!isFolder(storage)) return [];
  return entriesOf(storage, failures)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      database: join(storage, name, DATABASE),
      folder: () => pathOfUri(asDictionary(parseJson(textBeside(join(storage, name, "workspace.json")) ?? ""))?.folder),
    }));
}

function chatsOf(path: string, failures?: StoreFailure[]) {
  if (!statOf(path)?.isFile()) return null;
  try {
    const found = chats.get(path, (database) => ({
      chats: chatsIn(database, lastChats.get(path)),
      own: composersOf(database),
    }));
    if (found) lastChats.set(path, found.chats);
    return found;
  } catch (error) {
    noteFailure(path, error, failures);
    return null;
  }
}

const globalDatabase = (user: string) => join(user, "globalStorage", DATABASE);

function userFolders(env: Environment): string[] {
  return configFolders(env).map((config) => join(config, "Cursor", "User"));
}

function agentFolders(env: Environment): string[] {
  const chosen = folderVariable(env, "CURSOR_CONFIG_DIR");
  return chosen === null ? inHome(env, ".cursor") : [chosen];
}
