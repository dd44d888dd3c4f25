import { decidingDocuments } from "../phases.ts";
import { Problem, systemCode } from "../problem.ts";
import { openSession, type Session } from "../session.ts";
import { brokenRow, type SessionRow, sessionRow } from "../session-row.ts";
import type { Workflow } from "../workflow.ts";
import type { Workspace } from "../workspace.ts";
import { documentPaths, LEDGER, MANIFEST } from "./stamps.ts";

/** A row, and which of the stamped paths it was read from; null where the files alone don't say what it is. */
export interface ReadRow {
  row: SessionRow;
  readFrom: readonly number[] | null;
}

/** Reads a session for the list. Null: it was deleted meanwhile. One that can't be read is a row that says so. */
export function readRow(workspace: Workspace, id: string): ReadRow | null {
  try {
    const session = openSession(workspace, id);
    return { row: sessionRow(session), readFrom: pathsOf(workspace.workflow, session) };
  } catch (error) {
    if (!(error instanceof Problem)) return { row: brokenRow(id, unreadable(error as Error)), readFrom: null };
    if (error.code !== "unreadable") return null;
    // Whether a file may be read depends on who asks.
    return { row: brokenRow(id, error), readFrom: systemCode(error.cause) ? null : [MANIFEST] };
  }
}

const pathsOf = (workflow: Workflow, { phase }: Session): number[] => [
  MANIFEST,
  LEDGER,
  ...documentPaths(workflow, decidingDocuments(workflow, phase)),
];

function unreadable(error: Error): Problem {
  const message = `The session can't be read: ${error.message}.`;
  return new Problem("unreadable", message, "Check the files in the session's folder.", { cause: error });
}
