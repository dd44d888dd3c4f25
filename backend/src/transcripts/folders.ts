import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Environment, StoreFailure } from "./types.ts";

/** The user's home; null where the environment names none. */
export function homeOf(env: Environment): string | null {
  const home = env.HOME ?? env.USERPROFILE;
  return home !== undefined && isAbsolute(home) ? home : null;
}

/** A folder below the home, or none. */
export function inHome(env: Environment, ...parts: string[]): string[] {
  const home = homeOf(env);
  return home === null ? [] : [join(home, ...parts)];
}

/** A folder that a variable names, with `~` as shells know it; null when it is not set or not absolute. */
export function folderVariable(env: Environment, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  const home = homeOf(env);
  const folder = home !== null && (value === "~" || value.startsWith("~/")) ? join(home, value.slice(1)) : value;
  return isAbsolute(folder) ? folder : null;
}

/** What lies in a folder. One that is not there is empty; one that can't be read is noted and empty. */
export function entriesOf(folder: string, failures?: StoreFailure[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    noteFailure(folder, error, failures);
    return [];
  }
}

/** The regular file or folder itself; null for what is not there, can't be reached or is a link, which may lead anywhere. */
export function statOf(path: string): Stats | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && (stats.isFile() || stats.isDirectory()) ? stats : null;
  } catch {
    return null;
  }
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Is one of the folders there, and can all that are be looked into? Then what is not in them is gone. */
export function isEvidence(folders: readonly string[]): boolean {
  const failures: StoreFailure[] = [];
  const there = folders.filter(isFolder);
  for (const folder of there) entriesOf(folder, failures);
  return there.length > 0 && failures.length === 0;
}

/** No JSON file with a conversation is larger; what is, is left alone. */
const LARGEST_FILE = 256 << 20;

/** A file's text, "" for one that is too large. Throws what the file system throws; a link is as good as nothing. */
export function textFile(path: string): string {
  const stats = lstatSync(path);
  if (!stats.isFile()) throw Object.assign(new Error(`no file: ${path}`), { code: "ENOENT", path });
  return stats.size > LARGEST_FILE ? "" : readFileSync(path, "utf8");
}

/** The same for what lies beside a session: null when it can't be had. */
export function textBeside(path: string): string | null {
  try {
    return textFile(path);
  } catch {
    return null;
  }
}

/** Notes why a store can't be read; that it is absent is no failure. */
export function noteFailure(path: string, error: unknown, failures: StoreFailure[] | undefined): void {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return;
  failures?.push({ path, detail: message });
}
