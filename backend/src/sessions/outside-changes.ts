import { SESSION_ID } from "../../api/sessions.ts";
import { createFolderScan } from "../lib/folder-scan.ts";
import { type FolderWatch, watchFolders } from "../lib/folder-watch.ts";

export interface OutsideChangesOptions {
  /** Where the sessions are; null where the harness does not say it. */
  root: string | null;
  /** Something was written in the folders of these sessions. */
  onChange(ids: string[]): void;
  /** A fresh list, or a look at the files, showed that these sessions are not as they were. */
  onDifference(ids: string[]): void;
  /** Lists anew and says what changed: called in place of a watch, and now and then beside one. */
  refresh(): Promise<string[]>;
  /** Whether a page is open: without one nobody asks. */
  isWatchedByPeople(): boolean;
  /** What is kept may be out of date, though nobody is there to see. */
  onStale(): void;
  pollMs?: number;
  /** How folders are watched. */
  watch?: typeof watchFolders;
}

/** Network folders give no events for what other machines write, so that even a good watch is doubted at times. */
const DOUBT_EVERY = 10;

/**
 * Notices what other programs do to the sessions: by watching their folders, and by asking every few seconds where
 * that can't be done.
 */
export function createOutsideChanges(options: OutsideChangesOptions) {
  const { root, onChange, pollMs = 4000, watch: begins = watchFolders } = options;
  const pattern = new RegExp(SESSION_ID);
  const isWatched = (name: string) => pattern.test(name);
  const scan = root === null ? null : createFolderScan(root, isWatched);
  let watch: FolderWatch | null = null;
  let ticks = 0;
  let refreshing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  /** A limit of the system does not go away by trying again. */
  let limited = root === null;

  async function begin() {
    if (root === null || limited) return;
    try {
      const begun = await begins({
        root,
        isWatched,
        onChange,
        onLost: (error) => {
          watch = null;
          note(error);
        },
      });
      if (closed) begun.close();
      else watch = begun;
    } catch (error) {
      note(error as Error);
    }
  }

  function note(error: Error) {
    limited = (error as NodeJS.ErrnoException).code !== "ENOENT";
  }

  async function tick() {
    ticks++;
    if (refreshing) return;
    refreshing = true;
    try {
      if (watch && !(await watch.isCurrent())) {
        watch.close();
        watch = null;
      }
      if (watch && ticks % DOUBT_EVERY !== 0) return;
      // The folder may have come since, or come back.
      if (!watch) await begin();
      options.onStale();
      if (!options.isWatchedByPeople()) return;
      // A document written in place shows in no list.
      const written = watch || !scan ? [] : await scan.changed();
      const ids = [...new Set([...(await options.refresh()), ...written])];
      if (ids.length > 0 && !closed) options.onDifference(ids);
    } finally {
      refreshing = false;
    }
  }

  return {
    async start(onError: (error: unknown) => void) {
      await begin();
      timer = setInterval(() => void tick().catch(onError), pollMs);
      timer.unref();
    },
    /** A change made here was told already. */
    known: (ids: readonly string[]) => watch?.known(ids),
    close() {
      closed = true;
      clearInterval(timer);
      watch?.close();
    },
  };
}
