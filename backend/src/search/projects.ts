import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

/** A project's folder, and its place in a git worktree that lies elsewhere; both absolute and without links. */
export interface Worktree {
  project: string;
  folder: string;
}

/** Which folders are a project's: itself, what lies below it, and the same in every git worktree of its repository. */
export interface Projects {
  /** Absolute; as given, without links, and in the worktrees. */
  readonly folders: readonly string[];
  /** Those that git names now. */
  readonly worktrees: readonly Worktree[];
  /** By the folder that a session recorded, which need not be there any more. */
  hold(folder: string): boolean;
}

/**
 * `known`: worktrees that git named before. One that was removed still has its past in it, as long as nothing else is at
 * its path: what is there now may be another's.
 */
export function findProjects(given: readonly string[], known: readonly Worktree[] = []): Projects {
  const folders = new Set<string>();
  const worktrees: Worktree[] = [];
  const within = (path: string): boolean => folders.has(path) || (dirname(path) !== path && within(dirname(path)));
  for (const folder of given) {
    folders.add(resolve(folder));
    const real = realFolder(resolve(folder));
    folders.add(real);
    for (const twin of inWorktrees(real)) {
      if (!within(twin)) worktrees.push({ project: real, folder: twin });
      folders.add(twin);
    }
    for (const { project, folder } of known)
      if (project === real && !within(folder) && !existsSync(folder)) folders.add(folder);
  }
  const answers = new Map<string, boolean>();
  return {
    folders: [...folders],
    worktrees,
    hold(folder) {
      let held = answers.get(folder);
      if (held === undefined) {
        held = isAbsolute(folder) && (within(resolve(folder)) || within(realFolder(folder)));
        answers.set(folder, held);
      }
      return held;
    },
  };
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
