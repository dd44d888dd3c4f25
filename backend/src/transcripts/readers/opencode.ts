import { basename, join } from "node:path";
import { entriesOf, folderVariable, inHome, noteFailure } from "../folders.ts";
import { presenceAmong } from "../presence.ts";
import { readStore, StoreCache } from "../sqlite-store.ts";
import type { Environment, Reader, ReaderContext, StoreFailure, Unit } from "../types.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";
import { OpencodeDatabase } from "./opencode-database.ts";
import { OpencodeFiles, storageOf } from "./opencode-files.ts";
import { type MarkedSession, markedSessions } from "./opencode-marks.ts";
import { headOf, type OpencodeSession, type OpencodeStore, said } from "./opencode-store.ts";

/** OpenCode: one database for all projects, or several by release channel, and the files of the time before. */
export const opencode: Reader = {
  agent: "opencode",
  version: 2,
  appendOnly: false,
  roots: ({ env }) => dataFolders(env),
  list,
  head: (unit) => withSession(unit, headOf),
  read: (unit, _context, { touchedFiles } = {}) =>
    withSession(unit, (store, session) => {
      const { head, turns } = said(store, session);
      return wholeReading(head, turns, lengthOf(turns), touchedFiles ? store.touched(session) : undefined);
    }),
  presence: (sessionId, _cwd, context) => presenceAmong(list(context), sessionId, dataFolders(context.env)),
  resumeCommand: (sessionId) => ["opencode", "--session", sessionId],
};

const marked = new StoreCache<MarkedSession[]>();

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const found = new Map<string, { unit: Unit; messages: number }>();
  for (const data of dataFolders(env)) {
    for (const path of databases(data, env, failures)) {
      for (const { id, messages, size, mtime } of markedIn(path, failures)) {
        const before = found.get(id);
        if (before && (messages === 0 || (before.messages > 0 && before.unit.mtime >= mtime))) continue;
        found.set(id, { unit: { path: `${path}#${id}`, sessionId: id, size, mtime }, messages });
      }
    }
    // A migration that failed left sessions behind, or took them over without their messages.
    const hasMoved = (id: string) => (found.get(id)?.messages ?? 0) > 0;
    for (const storage of storages(data, failures))
      for (const unit of new OpencodeFiles(storage).units(failures, hasMoved))
        found.set(unit.sessionId, { unit, messages: 0 });
  }
  return { units: [...found.values()].map(({ unit }) => unit), failures };
}

function markedIn(path: string, failures: StoreFailure[]): MarkedSession[] {
  try {
    return marked.get(path, markedSessions) ?? [];
  } catch (error) {
    noteFailure(path, error, failures);
    return [];
  }
}

function withSession<T>(unit: Unit, use: (store: OpencodeStore, session: OpencodeSession) => T): T | null {
  const mark = `#${unit.sessionId}`;
  if (!unit.path.endsWith(mark)) {
    const files = new OpencodeFiles(storageOf(unit.path));
    const session = files.sessionAt(unit.path);
    return session && use(files, session);
  }
  return readStore(unit.path.slice(0, -mark.length), (database) => {
    const store = new OpencodeDatabase(database);
    const session = store.session(unit.sessionId);
    return session && use(store, session);
  });
}

function dataFolders(env: Environment): string[] {
  const data = folderVariable(env, "XDG_DATA_HOME");
  return data === null ? inHome(env, ".local", "share", "opencode") : [join(data, "opencode")];
}

/** `opencode.db`, `opencode-<channel>.db`, and the one that a variable names. */
function databases(data: string, env: Environment, failures: StoreFailure[]): string[] {
  const chosen = env.OPENCODE_DB && basename(env.OPENCODE_DB) === env.OPENCODE_DB ? env.OPENCODE_DB : "opencode.db";
  return entriesOf(data, failures)
    .filter((entry) => entry.isFile() && (/^opencode.*\.db$/.test(entry.name) || entry.name === chosen))
    .map((entry) => join(data, entry.name));
}

/** One for all projects; the first releases had one a project. */
function storages(data: string, failures: StoreFailure[]): string[] {
  const projects = join(data, "project");
  return [
    join(data, "storage"),
    ...entriesOf(projects, failures)
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(projects, entry.name, "storage")),
  ];
}
