import { createHash } from "node:crypto";
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";

/** Folders looked into before other work gets its turn. */
const BATCH = 50;

export interface FolderScan {
  /** The folders in which a file came, went, or was written since the last look; none at the first. */
  changed(): Promise<string[]>;
}

/** Looks at the files right in each folder below `root`: for where nothing tells of changes. */
export function createFolderScan(root: string, isWatched: (name: string) => boolean): FolderScan {
  let before: ReadonlyMap<string, string> | null = null;

  async function look(): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    for (const [index, { name }] of entriesOf(root).entries()) {
      if (isWatched(name)) marks.set(name, markOf(join(root, name)));
      if (index % BATCH === BATCH - 1) await turn();
    }
    return marks;
  }

  return {
    async changed() {
      const last = before;
      const now = await look();
      before = now;
      if (last === null) return [];
      const gone = [...last.keys()].filter((name) => !now.has(name));
      return [...[...now].filter(([name, mark]) => last.get(name) !== mark).map(([name]) => name), ...gone];
    },
  };
}

/** Tells the files of a folder as they are now from any other state of them. */
function markOf(folder: string): string {
  const hash = createHash("sha1");
  for (const entry of entriesOf(folder)) {
    if (!entry.isFile() || entry.name.startsWith(".")) continue;
    const stat = statSync(join(folder, entry.name), { throwIfNoEntry: false, bigint: true });
    if (stat) hash.update(`${entry.name}\0${stat.size} ${stat.mtimeNs} ${stat.ino}\0`);
  }
  return hash.digest("base64");
}

/** Empty for what is no folder, or is gone. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return [];
    throw error;
  }
}
