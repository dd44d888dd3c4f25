import { useState } from "react";
import type { Pane } from "../features/terminals/pane-layout.ts";

/**
 * Each holds what has scrolled away, and may hold one of the sixteen drawing contexts that a browser gives a page: four
 * are shown at most.
 */
const MOST_HIDDEN = 6;

/**
 * The panes on the page: those shown, and of the others the few that were shown last, which keep their place and
 * what is selected. One that is not among them is drawn anew when it is shown again.
 */
export function useKeptPanes(shown: readonly Pane[], isThere: (pane: Pane) => boolean): readonly Pane[] {
  const [kept, setKept] = useState<readonly Pane[]>([]);
  const hidden = kept.filter((pane) => !shown.includes(pane) && isThere(pane)).slice(0, MOST_HIDDEN);
  const next = [...shown, ...hidden];
  if (next.length !== kept.length || next.some((pane, at) => pane !== kept[at])) setKept(next);
  return next;
}
