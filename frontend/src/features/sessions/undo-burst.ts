import type { SessionSummary } from "@thothii/backend/api/sessions";

/** One thing a person did to one session that can be taken back: where it was and where it went. */
export type Undoable =
  | { kind: "archived"; row: SessionSummary; before: boolean; to: boolean }
  | { kind: "moved"; row: SessionSummary; before: string | null; to: string | null };

const keyOf = ({ kind, row }: Pick<Undoable, "kind" | "row">) => `${kind} ${row.id}`;

/**
 * What was done since the toast that offers to undo it appeared. A second change of the same session keeps the first
 * `before`, so that undoing the burst leads back to its beginning; one that ends where it began is no longer in it.
 */
export function addToBurst(burst: readonly Undoable[], done: readonly Undoable[]): Undoable[] {
  const joined = new Map(burst.map((earlier) => [keyOf(earlier), earlier]));
  for (const next of done) {
    const key = keyOf(next);
    const same = joined.get(key);
    const change = same ? ({ ...next, before: same.before } as Undoable) : next;
    joined.delete(key);
    if (change.to !== change.before) joined.set(key, change);
  }
  return [...joined.values()];
}

/** Without the changes that were refused. */
export function withoutFailed(
  burst: readonly Undoable[],
  kind: Undoable["kind"],
  ids: ReadonlySet<string>,
): Undoable[] {
  return burst.filter((done) => done.kind !== kind || !ids.has(done.row.id));
}
