import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder at or above that is a git repository or a worktree of one; null where there is none. */
export function gitRoot(from: string): string | null {
  return nearestWith(from, ".git");
}

/** The nearest folder at or above that holds an entry of this name; null where there is none. */
export function nearestWith(from: string, entry: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, entry))) return folder;
    if (dirname(folder) === folder) return null;
  }
}
