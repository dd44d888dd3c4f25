import type { Indexing } from "../../api/search.ts";

/** Work that is over sooner is no news, in ms; and so long between one word of it and the next. */
const NEWS_AFTER = 300;
const EVERY = 250;

/** Passes on how far indexing has come: only of work that takes its time, now and then, and its end. */
export function createIndexNews(tell: (progress: Indexing) => void, now: () => number = () => performance.now()) {
  let begun: number | null = null;
  let told: { at: number; total: number } | null = null;

  return (progress: Indexing | null) => {
    if (progress === null) {
      if (told) tell({ done: told.total, total: told.total });
      begun = null;
      told = null;
      return;
    }
    const at = now();
    begun ??= at;
    if (at - begun < NEWS_AFTER || (told && at - told.at < EVERY)) return;
    // The last file is the end, and the end is told by itself.
    if (progress.done >= progress.total) return;
    told = { at, total: progress.total };
    tell(progress);
  };
}
