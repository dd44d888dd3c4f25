import type { Result } from "../command.ts";
import type { Session } from "../session.ts";
import { sessionRow } from "../session-row.ts";

/** What every command that changes a session prints: the row as it is now; for people, one line. */
export const changed = (session: Session, sentence: string): Result => ({
  value: sessionRow(session),
  text: () => `${session.id}: ${sentence}`,
});
