import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Which folders are a project's: itself, what lies below it, and the same in every git worktree of its repository. */
export interface Projects {
  /** Absolute; as given, without links, and in the worktrees. */
  readonly folders: readonly string[];
  /** By the folder that a session recorded, which need not be there any more. */
  hold(folder: string): boolean;
}

export function findProjects(given: readonly string[]): Projects {
  const folders = new Set<string>();
  for (const folder of given) {
    folders.add(resolve(folder));
    const real = realFolder(resolve(folder));
    folders.add(real);
    for (const twin of inWorktrees(real)) folders.add(twin);
  }
  const known = new Map<string, boolean>();
  const within = (path: string) => [...folders].some((folder) => path === folder || isBelow(path, folder));
  return {
    folders: [...folders],
    hold(folder) {
      let held = known.get(folder);
      if (held === undefined) {
        held = isAbsolute(folder) && (within(resolve(folder)) || within(realFolder(folder)));
        known.set(folder, held);
      }
      return held;
    },
  };
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Without links as far as the folder is there; the rest as it is written. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(realFolder(parent), basename(folder));
  }
}

/** The folder's place in the other worktrees of its repository, and in the main one. */
function inWorktrees(folder: string): string[] {
  for (let root = folder; ; root = dirname(root)) {
    const common = commonFolder(join(root, ".git"));
    if (common !== null) {
      const place = relative(root, folder);
      return worktrees(common).map((worktree) => join(realFolder(worktree), place));
    }
    if (dirname(root) === root) return [];
  }
}

/** The folder that all worktrees share; null where there is no repository. */
function commonFolder(git: string): string | null {
  const pointer = textOf(git);
  if (pointer === null) return namesIn(git).includes("HEAD") ? git : null;
  const own = /^gitdir:\s*(.+)$/m.exec(pointer)?.[1];
  if (own === undefined) return null;
  const folder = resolve(dirname(git), own.trim());
  const common = textOf(join(folder, "commondir"));
  return common === null ? folder : resolve(folder, common.trim());
}

function worktrees(common: string): string[] {
  const main = basename(common) === ".git" ? [dirname(common)] : [];
  const names = namesIn(join(common, "worktrees"));
  const others = names.flatMap((name) => textOf(join(common, "worktrees", name, "gitdir")) ?? []);
  return [...main, ...others.map((text) => dirname(resolve(common, text.trim())))];
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return unlessUnreadable(error, null);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    return unlessUnreadable(error, []);
  }
}

/** What git keeps may be absent, of another kind, or closed to us: then there is no repository to go by. */
function unlessUnreadable<T>(error: unknown, otherwise: T): T {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  return otherwise;
}
