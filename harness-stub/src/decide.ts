import { type Author, activity, assertWritable, type FieldChanges } from "./change-manifest.ts";
import { documentHashes } from "./documents.ts";
import { appendRecord, type LedgerRecord } from "./ledger.ts";
import { nextTime } from "./next-time.ts";
import { foldLedger } from "./phases.ts";
import { Problem } from "./problem.ts";
import type { Session } from "./session.ts";
import type { Workflow, WorkflowPhase } from "./workflow.ts";

export const DECISIONS = ["approve", "revise", "rollback"] as const;
export type DecisionName = (typeof DECISIONS)[number];

export interface Decision {
  phase: string;
  decision: DecisionName;
  /** The phase to go back to; for a rollback only. */
  to: string | null;
  note: string | null;
  /** Makes a repeat harmless: the same key with the same content is recorded once. */
  key: string | null;
  /** The documents as they were shown: when each was written. */
  expect: readonly { key: string; updatedAt: string }[];
}

const MAX_NOTE = 20_000;

/** A note as it is kept: well-formed, without NUL; null when it says nothing. Throws `invalid-note`. */
export function checkedNote(text: string): string | null {
  const note = text.replaceAll("\0", "").toWellFormed();
  if (note.trim() === "") return null;
  if ([...note].length <= MAX_NOTE) return note;
  throw new Problem(
    "invalid-note",
    "The note is over 20,000 characters.",
    "Shorten it, or put the detail in a document.",
  );
}

/**
 * Appends a decision to the ledger and returns the manifest's changes; null when the same decision was recorded before.
 * Call it under the session's lock. Throws `gate_closed`, `read-only`, `wrong-phase`, `document-changed`.
 */
export function recordDecision(
  workflow: Workflow,
  session: Session,
  decision: Decision,
  author: Author,
): FieldChanges | null {
  if (alreadyRecorded(session, decision)) return null;
  assertWritable(session);
  const phase = assertAllowed(workflow, session, decision);
  assertUnchanged(session, decision);
  const { note, to, key } = decision;
  const approved = decision.decision === "approve";
  appendRecord(session.folder, {
    ts: nextTime(session, author.now).toISOString(),
    phase: phase.code,
    decision: decision.decision,
    note,
    by: author.by,
    ...(to === null ? {} : { to }),
    ...(key === null ? {} : { key }),
    ...(approved ? { docs: documentHashes(session.folder, phase.documents, session.manifest) } : {}),
  });
  return activity(author);
}

function alreadyRecorded({ ledger }: Session, decision: Decision): boolean {
  if (decision.key === null) return false;
  const earlier = ledger.records.find((record) => record.key === decision.key);
  if (!earlier) return false;
  if (sameContent(earlier, decision)) return true;
  throw new Problem(
    "gate_closed",
    "This gate was already answered, with another decision.",
    "Look at what was recorded; decide again at the next gate.",
  );
}

const sameContent = (record: LedgerRecord, { phase, decision, to, note }: Decision) =>
  record.phase === phase &&
  record.decision === decision &&
  (record.to ?? null) === to &&
  (record.note ?? null) === note;

function assertAllowed(workflow: Workflow, { ledger, entries }: Session, decision: Decision): WorkflowPhase {
  const { index, complete } = foldLedger(workflow, ledger.records);
  const phase = workflow[index] as WorkflowPhase;
  const refuse = (why: string, hint: string) => new Problem("wrong-phase", why, hint);
  if (decision.phase !== phase.code) {
    throw refuse(
      `The current phase is ${phase.code}, not ${decision.phase}.`,
      "Look at the session again: it has moved, or the phase is not its own.",
    );
  }
  if (decision.decision === "rollback") {
    const earlier = workflow.slice(0, index).map(({ code }) => code);
    if (!earlier.includes(decision.to ?? "")) {
      const where = earlier.length > 0 ? `Go back to ${earlier.join(", ")}.` : "The first phase has none before it.";
      throw refuse(`${decision.to ?? "It"} is no phase before ${phase.code}.`, where);
    }
    return phase;
  }
  if (complete)
    throw refuse("Every phase is approved already.", "Finalize the session, or roll it back to an earlier phase.");
  const present = new Set(entries.map(({ key }) => key));
  const missing = phase.documents.filter(({ key }) => !present.has(key)).map(({ key }) => key);
  if (decision.decision === "approve" && missing.length > 0) {
    throw refuse(
      `${phase.code} can't be approved: ${missing.join(", ")} is not written.`,
      "Let the agent write it, then approve it.",
    );
  }
  return phase;
}

function assertUnchanged({ entries }: Session, { expect }: Decision): void {
  for (const { key, updatedAt } of expect) {
    if ((entries.find((entry) => entry.key === key)?.updated_at ?? "") === updatedAt) continue;
    throw new Problem(
      "document-changed",
      `${key} changed while it was under review, so nothing was recorded.`,
      "Read it again and decide anew.",
    );
  }
}
