import type { SessionSummary } from "@thothii/backend/api/sessions";

export type HeldRows = {
  rows: readonly SessionSummary[];
  /** Sessions that are no more, kept in their place until the hold ends. */
  gone: ReadonlySet<string>;
  /** Whether something waits for the end of the hold. */
  pending: boolean;
};

const nothingGone: ReadonlySet<string> = new Set();
export const freely = (rows: readonly SessionSummary[]): HeldRows => ({ rows, gone: nothingGone, pending: false });

/**
 * The sessions as they are `now`, each where it was `before`: what they say changes, where they stand doesn't, a new one
 * waits, and one that went away stays as it was. What the reader did here (`own`) takes its place at once.
 */
export function holdPlaces(
  before: readonly SessionSummary[],
  now: readonly SessionSummary[],
  own: ReadonlySet<string>,
): HeldRows {
  if (before === now) return freely(now);
  const current = new Map(now.map((row) => [row.id, row]));
  const gone = new Set<string>();
  const rows: SessionSummary[] = [];
  let pending = false;
  for (const old of before) {
    const row = current.get(old.id);
    current.delete(old.id);
    if (!row) {
      if (own.has(old.id)) continue;
      pending = true;
      gone.add(old.id);
      rows.push(old);
    } else if (own.has(old.id) || samePlace(old, row)) {
      rows.push(row);
    } else {
      pending = true;
      const { group, archived, activity_at, updated_at, created_at } = old;
      rows.push({ ...row, group, archived, activity_at, updated_at, created_at });
    }
  }
  for (const row of current.values()) {
    if (own.has(row.id)) rows.push(row);
    else pending = true;
  }
  return { rows, gone, pending };
}

const samePlace = (a: SessionSummary, b: SessionSummary): boolean =>
  a === b ||
  (a.group === b.group &&
    a.archived === b.archived &&
    a.activity_at === b.activity_at &&
    (a.activity_at !== null || (a.updated_at === b.updated_at && a.created_at === b.created_at)));
