import type { SessionSummary } from "@thothii/backend/api/sessions";

/** What a session is called: its name, else its question on one line, else its id. */
export function sessionName(row: Pick<SessionSummary, "id" | "name" | "question">): string {
  return row.name?.trim() || row.question?.replace(/\s+/g, " ").trim() || row.id;
}
