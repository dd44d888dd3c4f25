import { setImmediate as nextTurn } from "node:timers/promises";

/** So long the event loop may be held in one go, in ms. */
const HELD_MS = 12;

/** Lets others have their turn in long work that waits for nothing: awaited after each piece, it mostly does nothing. */
export function createBreaths(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

/** What comes of it; undefined once the signal aborts, though it goes on by itself. What it then throws nobody hears. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return work;
  const over = Promise.withResolvers<undefined>();
  const end = () => over.resolve(undefined);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", end);
    work.catch(() => {});
  }
}

/** `items` in the pieces that such work takes at once. */
export function* inPieces<T>(items: readonly T[], size = 50): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
