import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SESSION_ID } from "../../api/session-id.ts";
import { listPiFolder, type Unit } from "../transcripts/index.ts";
import { createBreaths, inPieces } from "./breaths.ts";

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

/**
 * The folder of every session, and what tells it from any other state of it. `known` says how one was when it was looked
 * into and its folder had changed last at that time, in ms. Null once `signal` aborts.
 */
export async function listSessionFolders(
  root: string,
  known: (sessionId: string, folder: number) => Pick<FolderUnit, "size" | "mtime"> | undefined,
  signal?: AbortSignal,
): Promise<FolderUnit[] | null> {
  const breathe = createBreaths();
  const folders: { name: string; path: string; folder: number }[] = [];
  const begin = join(root, "/");
  // Every question does this for all of them, ten thousand maybe: names make no entries, and paths are not taken apart.
  for (const names of inPieces(namesIn(root))) {
    for (const name of names) {
      if (!isSession.test(name)) continue;
      const path = begin + name;
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) folders.push({ name, path, folder: stat.mtimeMs });
    }
    await breathe();
    if (signal?.aborted) return null;
  }
  folders.sort((a, b) => b.folder - a.folder);
  const units: FolderUnit[] = [];
  for (const piece of inPieces(folders)) {
    for (const { name: sessionId, path, folder } of piece) {
      const before = units.length < LOOKED_INTO ? undefined : known(sessionId, folder);
      const { size, mtime } = before ?? filesIn(path, folder);
      units.push({ path, sessionId, size, mtime, folder });
    }
    await breathe();
    if (signal?.aborted) return null;
  }
  return units;
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
