import type { Session } from "./session.ts";

/**
 * The time to write down for what happens in a session now: later than all that happened in it before, also when the
 * machine's clock was set back. What is due is told by the order of these times.
 */
export function nextTime({ entries, ledger }: Pick<Session, "entries" | "ledger">, now: Date): Date {
  const times = [...entries.map(({ updated_at }) => updated_at), ...ledger.records.map(({ ts }) => ts)]
    .map((time) => (typeof time === "string" ? Date.parse(time) : Number.NaN))
    .filter(Number.isFinite);
  const newest = times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  return now.getTime() > newest ? now : new Date(newest + 1);
}
