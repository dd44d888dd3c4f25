import { type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";

export interface FolderWatchOptions {
  root: string;
  /** Which of the root's entries count. */
  isWatched(name: string): boolean;
  /** These entries came, went, or something in them changed; called once for what happens close together. */
  onChange(names: string[]): void;
  /** The watch is no longer whole: the system's limit is reached, or the root is gone. Nothing more will come. */
  onLost(error: Error): void;
  settleMs?: number;
}

export interface FolderWatch {
  /** What was written in these entries up to now is known already: nothing more is told of it. */
  known(names: readonly string[]): void;
  /** Whether the folder at `root` is still the one that is watched, and not another in its place. */
  isCurrent(): Promise<boolean>;
  close(): void;
}

/** Folders watched before other work gets its turn. */
const BATCH = 200;

/**
 * Watches a folder and the folders right below it. Rejects when it can't be begun, with the system's error
 * (`ENOENT` without a root, `ENOSPC` or `EMFILE` at the limit).
 */
export async function watchFolders(options: FolderWatchOptions): Promise<FolderWatch> {
  const { root, isWatched, onChange, onLost, settleMs = 100 } = options;
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function note(name: string) {
    changed.add(name);
    timer ??= setTimeout(() => {
      timer = undefined;
      const names = [...changed];
      changed.clear();
      onChange(names);
    }, settleMs);
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
    top.close();
  }

  function known(names: readonly string[]) {
    for (const name of names) changed.delete(name);
    if (changed.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  function lose(error: Error) {
    if (closed) return;
    close();
    onLost(error);
  }

  function unwatch(name: string) {
    watchers.get(name)?.close();
    watchers.delete(name);
  }

  function watchEntry(name: string) {
    unwatch(name);
    try {
      const watcher = watch(join(root, name), (_event, file) => {
        // Half-written files have hidden names; their renaming into place is what counts.
        if (file === null || !file.startsWith(".")) note(name);
      });
      watcher.on("error", () => unwatch(name));
      watchers.set(name, watcher);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    }
  }

  const folder = await identityOf(root);
  const top = watch(root, (event, name) => {
    if (closed || name === null || !isWatched(name)) return;
    note(name);
    if (event !== "rename") return;
    try {
      watchEntry(name);
    } catch (error) {
      lose(error as Error);
    }
  });
  top.on("error", lose);

  try {
    const names = (await readdir(root)).filter(isWatched);
    for (const [index, name] of names.entries()) {
      if (closed) break;
      watchEntry(name);
      if (index % BATCH === BATCH - 1) await turn();
    }
  } catch (error) {
    close();
    throw error;
  }
  return { known, isCurrent: async () => (await identityOf(root)) === folder, close };
}

/** Null where there is nothing. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
