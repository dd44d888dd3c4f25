import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useMemo } from "react";
import { groupNames } from "../../lib/groups.ts";
import { filterWords, matchesWords } from "../../lib/session-filter.ts";
import { type RailOptions, railItems, sessionIds } from "./rail-items.ts";
import { useHeldRows } from "./use-held-rows.ts";

export type RailRowsOptions = Pick<RailOptions, "view" | "filter" | "collapsed"> & {
  data: readonly SessionSummary[] | undefined;
  dragging: boolean;
  /** A pointer is over the list. */
  pointer: boolean;
  /** The reader is in the middle of something there. */
  busy: boolean;
};

const noRows: readonly SessionSummary[] = [];

/** What the rail shows of the sessions there are, and in what order. */
export function useRailRows({ data, view, filter, collapsed, dragging, pointer, busy }: RailRowsOptions) {
  const rows = data ?? noRows;
  const { held, release } = useHeldRows(rows, { pointer, busy });
  const shape = useMemo(() => ({ view, filter, collapsed }), [view, filter, collapsed]);
  const items = useMemo(() => railItems(held.rows, { ...shape, withNoGroup: dragging }), [held.rows, shape, dragging]);
  const words = useMemo(() => filterWords(filter), [filter]);
  const { present, elsewhere } = useMemo(() => {
    const matching = rows.filter((row) => matchesWords(row, words));
    const inView = matching.filter((row) => row.archived === (view === "archive"));
    return { present: new Set(inView.map(({ id }) => id)), elsewhere: matching.length - inView.length };
  }, [rows, view, words]);
  return {
    /** All, as they are now. */
    rows,
    items,
    /** The sessions in sight, by id. */
    order: useMemo(() => sessionIds(items), [items]),
    words,
    /** The sessions of this view that the filter leaves, folded away or not. */
    present,
    /** How many the filter leaves in the other view. */
    elsewhere,
    groups: useMemo(() => groupNames(rows), [rows]),
    gone: held.gone,
    /** Changes when the reader changes the list's shape. */
    shape,
    release,
  };
}
