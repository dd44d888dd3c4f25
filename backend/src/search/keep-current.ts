export interface KeepCurrentOptions {
  refresh(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
  /** Resolves when nobody is waiting for anything else, or `signal` aborts. Only the first time has to wait for that. */
  idle?(signal: AbortSignal): Promise<void>;
  /** Changes come in bursts: so long after the first of one, in ms. */
  delayMs?: number;
}

export interface KeptCurrent {
  /** From now on; the first time as soon as it is idle. */
  begin(): void;
  /** Something is not as it was. */
  changed(): void;
  /** Ends what is under way, and resolves when it has ended. */
  close(): Promise<void>;
}

/** Refreshes in the background: at the beginning and after changes, never twice at once, and nothing before `begin`. */
export function keepCurrent({ refresh, onError, idle, delayMs = 1000 }: KeepCurrentOptions): KeptCurrent {
  const closing = new AbortController();
  let begun = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function run(first = false) {
    timer = undefined;
    if (closing.signal.aborted) return;
    if (running) {
      again = true;
      return;
    }
    const { signal } = closing;
    running = (
      first && idle ? idle(signal).then(() => (signal.aborted ? undefined : refresh(signal))) : refresh(signal)
    )
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
    timer ??= setTimeout(() => run(), delayMs).unref();
  }

  return {
    begin() {
      if (begun) return;
      begun = true;
      run(true);
    },
    changed,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
