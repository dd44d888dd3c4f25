export interface KeepCurrentOptions {
  refresh(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
  /** Changes come in bursts: so long after the first of one, in ms. */
  delayMs?: number;
}

export interface KeptCurrent {
  /** From now on; the first time at once. */
  begin(): void;
  /** Something is not as it was. */
  changed(): void;
  /** Ends what is under way, and resolves when it has ended. */
  close(): Promise<void>;
}

/** Refreshes in the background: at the beginning and after changes, never twice at once, and nothing before `begin`. */
export function keepCurrent({ refresh, onError, delayMs = 1000 }: KeepCurrentOptions): KeptCurrent {
  const closing = new AbortController();
  let begun = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function run() {
    timer = undefined;
    if (closing.signal.aborted) return;
    if (running) {
      again = true;
      return;
    }
    running = refresh(closing.signal)
      .catch((error) => {
        if (!closing.signal.aborted) onError(error);
      })
      .finally(() => {
        running = undefined;
        if (again) changed();
        again = false;
      });
  }

  function changed() {
    if (!begun || closing.signal.aborted) return;
    timer ??= setTimeout(run, delayMs).unref();
  }

  return {
    begin() {
      if (begun) return;
      begun = true;
      run();
    },
    changed,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
