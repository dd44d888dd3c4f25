export interface KeyedQueue {
  /** Runs `op` after every earlier one of the same key has settled; a failure reaches its own caller only. */
  run<T>(key: string, op: () => Promise<T>): Promise<T>;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();

  return {
    run(key, op) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(op);
      const tail = result.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
