import type { SessionSummary } from "@thothii/backend/api/sessions";

/** One thing a person did to one session that can be taken back: where it was and where it went. */
export type Undoable =
  | { kind: "archived"; row: SessionSummary; before: boolean; to: boolean }
  | { kind: "moved"; row: SessionSummary; before: string | null; to: string | null };

/**
 * What was done since the toast that offers to undo it appeared. A second change of the same session keeps the first
 * `before`, so that undoing the burst leads back to its beginning; one that ends where it began is no longer in it.
 */
export function addToBurst(burst: readonly Undoable[], done: Undoable): Undoable[] {
  const same = burst.find((earlier) => earlier.kind === done.kind && earlier.row.id === done.row.id);
  const rest = burst.filter((earlier) => earlier !== same);
  const joined = same ? ({ ...done, before: same.before } as Undoable) : done;
  return joined.to === joined.before ? rest : [...rest, joined];
}

export const withoutFailed = (burst: readonly Undoable[], failed: Pick<Undoable, "kind">, id: string): Undoable[] =>
  burst.filter((done) => done.kind !== failed.kind || done.row.id !== id);
