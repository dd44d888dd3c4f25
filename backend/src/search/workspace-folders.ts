import { lstatSync, readdirSync } from "node:fs";
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
  const folders: { name: string; path: string; folder: number }[] = [];
  const begin = join(root, "/");
  // Every question does this for all of them, ten thousand maybe: names make no entries, and paths are not taken apart.
  for (const name of namesIn(root)) {
    if (!isSession.test(name)) continue;
    const path = begin + name;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) folders.push({ name, path, folder: stat.mtimeMs });
  }
  folders.sort((a, b) => b.folder - a.folder);
  return folders.map(({ name: sessionId, path, folder }, index) => {
    const before = known[sessionId];
    const { size, mtime } = index >= LOOKED_INTO && before?.folder === folder ? before : { ...filesIn(path, folder) };
    return { path, sessionId, size, mtime, folder };
  });
}

/** The files of every session's chat. */
export function listChats(root: string): Unit[] {
  return namesIn(root)
    .filter((name) => isSession.test(name) && lstatSync(join(root, name), { throwIfNoEntry: false })?.isDirectory())
    .flatMap((name) => listPiFolder(join(root, name)).units.map((unit) => ({ ...unit, sessionId: name })));
}

function filesIn(path: string, folder: number): { size: number; mtime: number } {
  let size = 0;
  let mtime = folder;
  for (const name of namesIn(path)) {
    if (name.startsWith(".")) continue;
    const stat = lstatSync(`${path}/${name}`, { throwIfNoEntry: false });
    size += stat?.size ?? 0;
    mtime = Math.max(mtime, stat?.mtimeMs ?? 0);
  }
  return { size, mtime };
}

/** Empty for what is no folder, is gone or may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(code)) return [];
    throw error;
  }
}
