/** At most `max` operations at once; the others wait their turn, first come first served. */
export function createLimiter(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function limited<T>(op: () => Promise<T>): Promise<T> {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await op();
    } finally {
      const next = waiting.shift();
      // The place is handed over, not freed: nobody can slip in between.
      if (next) next();
      else running--;
    }
  };
}
