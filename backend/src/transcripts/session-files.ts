import { basename, join } from "node:path";
import { entriesOf, statOf } from "./folders.ts";
import type { StoreFailure, Unit } from "./types.ts";

/** The session in a file, which what lies beside it belongs to: a change to any of them moves it. Null where no file is. */
export function sessionAt(path: string, sessionId: string, ...beside: readonly string[]): Unit | null {
  const stats = statOf(path);
  if (!stats?.isFile()) return null;
  if (beside.length === 0) return { path, sessionId, size: stats.size, mtime: stats.mtimeMs };
  const all = [stats, ...beside.map(statOf).filter((found) => found !== null)];
  const size = all.reduce((sum, found) => sum + found.size, 0);
  return { path, sessionId, size, mtime: Math.max(...all.map(({ mtimeMs }) => mtimeMs)) };
}

/** The sessions in those of a folder's files that end in `suffix`, called as the files without it. */
export function sessionFiles(folder: string, suffix: string, failures: StoreFailure[]): Unit[] {
  return entriesOf(folder, failures)
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .flatMap(({ name }) => sessionAt(join(folder, name), basename(name, suffix)) ?? []);
}
