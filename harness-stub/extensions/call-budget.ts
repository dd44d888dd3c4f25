/** Tool calls since the last decision or user message. A model that loops is stopped instead of running for ever. */
export interface CallBudget {
  /** Counts a call: `go`, `stop` at the first one too many, `stopped` after it. */
  spend(): "go" | "stop" | "stopped";
  reset(): void;
  readonly spent: number;
}

export function createCallBudget(limit: number): CallBudget {
  let spent = 0;
  return {
    spend() {
      spent++;
      if (spent <= limit) return "go";
      return spent === limit + 1 ? "stop" : "stopped";
    },
    reset() {
      spent = 0;
    },
    get spent() {
      return spent;
    },
  };
}
