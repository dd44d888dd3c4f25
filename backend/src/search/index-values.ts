// How roles and times stand in the tables.
import { type TurnRole, turnRoles } from "../../api/search-terms.ts";

export const roleOf = (index: number): TurnRole => turnRoles[index] ?? "assistant";

/** ISO 8601 as ms since 1970; null for what is no time. */
export function milliseconds(time: string | null): number | null {
  if (time === null) return null;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? null : parsed;
}

export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
