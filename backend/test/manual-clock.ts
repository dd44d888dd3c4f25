import type { Clock } from "../src/lib/clock.ts";

/** Time that passes when a test says so. */
export function createManualClock(start = "2026-01-01T00:00:00Z"): Clock & { pass(ms: number): void } {
  let now = Date.parse(start);
  const due = new Set<{ at: number; call: () => void }>();
  return {
    now: () => new Date(now),
    after(ms, call) {
      const timer = { at: now + ms, call };
      due.add(timer);
      return () => due.delete(timer);
    },
    pass(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        due.delete(next);
        next.call();
      }
      now = end;
    },
  };
}
