import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SESSION_ID } from "../../api/session-id.ts";
import { listPiFolder, type Unit } from "../transcripts/index.ts";
import type { KnownSession } from "./workspace-cache.ts";

/**
 * Of so many sessions, those whose folders changed last, every file is looked at; of the others the folder alone. What
 * is written in place in an old session is then noticed late, and a question costs the same however many there are.
 */
const LOOKED_INTO = 200;
const isSession = new RegExp(SESSION_ID);

/** A session's folder as it is now. */
export interface FolderUnit extends Unit {
  folder: number;
}

/** The folder of every session, and what tells it from any other state of it. `known`: as it was when last looked into. */
export function listSessionFolders(root: string, known: Readonly<Record<string, KnownSession>>): FolderUnit[] {
  const folders = entriesOf(root)
    .filter((entry) => entry.isDirectory() && isSession.test(entry.name))
    .map(({ name }) => ({ name, path: join(root, name), folder: changedAt(join(root, name)) }));
  folders.sort((a, b) => b.folder - a.folder);
  return folders.map(({ name: sessionId, path, folder }, index) => {
    const before = known[sessionId];
    const { size, mtime } = index >= LOOKED_INTO && before?.folder === folder ? before : { ...filesIn(path, folder) };
    return { path, sessionId, size, mtime, folder };
  });
}

/** The files of every session's chat. */
export function listChats(root: string): Unit[] {
  return entriesOf(root)
    .filter((entry) => entry.isDirectory() && isSession.test(entry.name))
    .flatMap(({ name }) => listPiFolder(join(root, name)).units.map((unit) => ({ ...unit, sessionId: name })));
}

function filesIn(path: string, folder: number): { size: number; mtime: number } {
  let size = 0;
  let mtime = folder;
  for (const { name } of entriesOf(path)) {
    if (name.startsWith(".")) continue;
    const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
    size += stat?.size ?? 0;
    mtime = Math.max(mtime, stat?.mtimeMs ?? 0);
  }
  return { size, mtime };
}

const changedAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Empty for what is no folder, is gone or may not be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(code)) return [];
    throw error;
  }
}
