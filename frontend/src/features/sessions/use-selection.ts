import { useCallback, useMemo, useState } from "react";
import { allOf, extended, noSelection, only, toggled } from "./selection.ts";

export type SessionSelection = ReturnType<typeof useSelection>;

/** The chosen sessions, of those there are in this view (`present`), in the order of the list. */
export function useSelection(order: readonly string[], present: ReadonlySet<string>) {
  const [selection, setSelection] = useState(noSelection);
  const selected = useMemo(
    () => new Set([...selection.ids].filter((id) => present.has(id))) as ReadonlySet<string>,
    [selection, present],
  );
  return {
    selected,
    active: selected.size > 0,
    toggle: useCallback((id: string) => setSelection((now) => toggled(now, id)), []),
    /** From where the selection began, or else from `from`, to `id`. */
    extend: (id: string, from: string) => setSelection((now) => extended(now, order, id, from)),
    all: () => setSelection(allOf(order)),
    only: useCallback((ids: readonly string[]) => setSelection(only(ids)), []),
    clear: useCallback(() => setSelection(noSelection), []),
  };
}
