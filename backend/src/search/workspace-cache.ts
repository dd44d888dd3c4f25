import { readFileSync, statSync } from "node:fs";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import type { WorkspaceSettings } from "./types.ts";

/** What was learnt of a session when the harness was last asked, and how its folder looked then. */
export interface KnownSession {
  title: string | null;
  archived: boolean;
  startedAt: string | null;
  /** The session whose copy it is; undefined until somebody looked. */
  forkOf?: string | null | undefined;
  /** As its unit: bytes of its files, and when they last changed, in ms. */
  size: number;
  mtime: number;
  /** When an entry of its folder last came, went or was replaced, in ms; 0 where there is no folder to look at. */
  folder: number;
}

interface Known {
  settings: { stamp: string; value: WorkspaceSettings } | null;
  /** When the harness listed the sessions, in ms; 0 for never. */
  listedAt: number;
  sessions: Record<string, KnownSession>;
}

/** Keeps what the harness said in a file, so that most questions need no harness. Anything in it may be lost. */
export interface WorkspaceCache {
  get(): Known;
  /** Changes what is in the file now, after all changes that were asked for before: another program may have changed it too. */
  change(edit: (known: Known) => void): Promise<void>;
}

/** Raise when what is kept would be understood wrongly. */
const FORMAT = 1;

export function createWorkspaceCache(file: string): WorkspaceCache {
  let known: Known | null = null;
  /** Of the file that `known` is from. */
  let stamp = "";
  const queue = createKeyedQueue();

  /** Reading thousands of sessions takes its time: only what somebody else wrote is read again. */
  function current(): Known {
    const now = stampOf(file);
    if (known === null || now !== stamp) known = load();
    stamp = now;
    return known;
  }

  function load(): Known {
    try {
      const kept = JSON.parse(readFileSync(file, "utf8"));
      if (kept?.format === FORMAT) return kept;
    } catch {
      // Not there yet, half written, or somebody else's: the harness is asked.
    }
    return { settings: null, listedAt: 0, sessions: {} };
  }

  return {
    get: () => known ?? current(),
    change: (edit) =>
      queue.run("file", async () => {
        const changed = current();
        edit(changed);
        try {
          await writeFileAtomic(file, JSON.stringify({ format: FORMAT, ...changed }));
          stamp = stampOf(file);
        } catch (error) {
          // Without it the next question asks the harness again, and nothing else is lost.
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        }
      }),
  };
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "";
}
