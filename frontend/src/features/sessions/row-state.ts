import type { SessionSummary } from "@thothii/backend/api/sessions";

/** What a row's one mark says; the first that holds. */
export type RowState = "broken" | "running" | "waiting" | "failed" | "unread" | "quiet";

export function rowState(row: SessionSummary): RowState {
  if (isBroken(row)) return "broken";
  const state = row.runtime?.state;
  if (state === "starting" || state === "running" || state === "stopping") return "running";
  if (needsAnswer(row)) return "waiting";
  if (state === "failed") return "failed";
  return row.unread ? "unread" : "quiet";
}

/** A gate is open, whether a process asks it (`waiting`) or none does (`paused`, or a session at rest on its gate). */
export function needsAnswer(row: SessionSummary): boolean {
  if (isBroken(row) || row.archived || row.status === "finalized") return false;
  const state = row.runtime?.state;
  if (state === "waiting" || state === "paused") return true;
  return (state === undefined || state === "idle") && row.phase?.next === "gate";
}

/** Its manifest can't be read: it can be looked at and deleted, nothing else. */
export const isBroken = (row: SessionSummary): boolean => row.problem?.severity === "error";

/** An agent works on it or waits for an answer, so that deleting it ends something. */
export function hasAgent(row: SessionSummary): boolean {
  const state = row.runtime?.state;
  return state !== undefined && state !== "failed" && state !== "paused";
}

/** When something last happened in it; an unreadable one has only the date in its id. */
export function activityOf(row: SessionSummary): string | null {
  return row.activity_at ?? row.updated_at ?? row.created_at ?? dateInId(row.id);
}

function dateInId(id: string): string | null {
  const parts = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/.exec(id);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}
