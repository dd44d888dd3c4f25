import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useMemo, useState } from "react";
import type { SessionSelection } from "./use-selection.ts";
import type { Refused } from "./use-session-actions.ts";
import type { Refusal } from "./use-session-changes.ts";

/** Acts upon all sessions that are selected. What could not be done stays selected, so that it can be tried again. */
export function useSelectedActs(rows: readonly SessionSummary[], selection: SessionSelection) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const selectedRows = useMemo(() => rows.filter((row) => selection.selected.has(row.id)), [rows, selection.selected]);
  const keepSelected = (refusals: readonly Refusal[]) => selection.only(refusals.map(({ row }) => row.id));
  return {
    selectedRows,
    refused,
    forgetRefused: () => setRefused(null),
    showRefused(next: Refused) {
      setRefused(next);
      keepSelected(next.refusals);
    },
    /** None is selected, and nothing more is said of what was refused. */
    clear() {
      selection.clear();
      setRefused(null);
    },
    async withSelected(act: (selected: readonly SessionSummary[]) => Promise<readonly Refusal[]>) {
      setRefused(null);
      selection.clear();
      const refusals = await act(selectedRows);
      if (refusals.length > 0) keepSelected(refusals);
    },
  };
}
