import type { SessionSummary } from "@thothii/backend/api/sessions";
import { phaseTitle, type T } from "../../lib/i18n.ts";
import { rowState } from "./row-state.ts";

/** The second line of a row: why it is as it is. */
export function rowReason(t: T, row: SessionSummary): string {
  const { phase, runtime } = row;
  switch (rowState(row)) {
    case "broken":
      return t("sessions.broken");
    case "running":
      if (runtime?.state === "starting") return t("sessions.starting");
      if (runtime?.state === "stopping") return t("sessions.stopping");
      return phase ? t("sessions.running", { index: phase.index }) : t("sessions.runningPlain");
    case "waiting":
      return phase ? t("sessions.waiting", { index: phase.index }) : t("sessions.waitingPlain");
    case "failed":
      return runtime?.error ? t("sessions.failed", { reason: runtime.error }) : t("sessions.failedPlain");
    default:
  }
  if (row.status === "finalized") return t("sessions.completed");
  if (!phase) return row.id;
  const where = { index: phase.index, title: phaseTitle(t, phase) };
  return row.status === "closed" ? t("sessions.closed", where) : t("sessions.phase", where);
}
