/**
 * Does the same with each item, `atOnce` of them at a time, and gives what comes of each as it comes. A failure ends it
 * only once all others are there, and is then thrown; who stops listening, or aborts, lets no further one begin.
 */
export async function* inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  op: (item: T) => Promise<R>,
  signal?: AbortSignal,
): AsyncGenerator<R, void> {
  const ready: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  let working = Math.min(atOnce, items.length);
  let wake = () => {};
  let stopped = false;

  async function work(): Promise<void> {
    while (next < items.length && !stopped && !signal?.aborted) {
      const item = items[next++] as T;
      try {
        ready.push(await op(item));
      } catch (error) {
        failures.push(error);
      }
      wake();
    }
    working--;
    wake();
  }

  for (let worker = working; worker > 0; worker--) void work();
  try {
    for (;;) {
      while (ready.length > 0) yield ready.shift() as R;
      if (working === 0) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stopped = true;
  }
  if (failures.length > 0 && !signal?.aborted) throw failures[0];
}
