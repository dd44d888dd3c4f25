import type { LedgerRecord } from "./ledger.ts";
import type { Workflow, WorkflowPhase } from "./workflow.ts";

/** Where the ledger puts a session. `index` counts from 0. */
export interface Position {
  index: number;
  complete: boolean;
  /** The records about the current phase since it was entered; the first is the rollback that led here, if one did. */
  since: LedgerRecord[];
}

/**
 * Folds the ledger into the current phase. An approval of the current phase moves on; a rollback from it to an earlier
 * one moves there; every other decision, and every record about another phase, moves nothing.
 */
export function foldLedger(workflow: Workflow, records: readonly LedgerRecord[]): Position {
  let position: Position = { index: 0, complete: false, since: [] };
  for (const record of records) {
    if (record.phase !== workflow[position.index]?.code) continue;
    const moved = next(workflow, position, record);
    if (moved) position = moved;
    // Added in place: a copy for each record would take minutes for a ledger of 100,000 lines.
    else position.since.push(record);
  }
  return position;
}

function next(workflow: Workflow, position: Position, record: LedgerRecord): Position | null {
  if (record.decision === "approve" && !position.complete) {
    const last = position.index === workflow.length - 1;
    return last ? { ...position, complete: true } : { index: position.index + 1, complete: false, since: [] };
  }
  if (record.decision === "rollback") {
    const index = workflow.findIndex((phase) => phase.code === record.to);
    return index >= 0 && index < position.index ? { index, complete: false, since: [record] } : null;
  }
  return null;
}

type Next = "work" | "gate" | "done";
type Reason = "missing" | "stale" | "revise" | "rollback" | "present" | "complete";

export interface PhaseState {
  code: string;
  /** Counts from 1. */
  index: number;
  of: number;
  name: string;
  title: string;
  complete: boolean;
  next: Next;
  reason: Reason;
  /** What the reviewer asked for, as long as the documents don't answer it. */
  note: string | null;
  /** The keys of the phase's documents. */
  needs: string[];
  /** How many records the ledger has. */
  decisions: number;
}

/** When each document that exists was last written, in milliseconds since 1970, by key. */
export type DocumentTimes = ReadonlyMap<string, number>;

/** Says what is due in the current phase: the agent's work, or a person's decision. */
export function phaseState(workflow: Workflow, records: readonly LedgerRecord[], times: DocumentTimes): PhaseState {
  const position = foldLedger(workflow, records);
  const phase = workflow[position.index] as WorkflowPhase;
  const keys = keysOf(phase);
  const request = position.complete ? null : openRequest(phase.code, position.since, oldest(keys, times));
  return {
    code: phase.code,
    index: position.index + 1,
    of: workflow.length,
    name: phase.name,
    title: phase.title,
    complete: position.complete,
    ...due(workflow, position, times, request),
    note: request?.note ?? null,
    needs: keys,
    decisions: records.length,
  };
}

const keysOf = (phase: WorkflowPhase) => phase.documents.map((document) => document.key);

/** The oldest of the documents; null when one of them is missing. */
function oldest(keys: string[], times: DocumentTimes): number | null {
  const known = keys.map((key) => times.get(key) ?? null);
  return known.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)), Number.POSITIVE_INFINITY);
}

interface Request {
  decision: "revise" | "rollback";
  note: string | null;
}

// A request is answered once every document of the phase was written after it: rework that was cut short stays work.
function openRequest(code: string, since: readonly LedgerRecord[], written: number | null): Request | null {
  // A rollback from the phase itself would have left it: one that did not was no way back, and asks for nothing.
  const last = since.findLast(
    ({ decision, phase }) => decision === "revise" || (decision === "rollback" && phase !== code),
  );
  if (!last) return null;
  const asked = typeof last.ts === "string" ? Date.parse(last.ts) : Number.NaN;
  if (written !== null && written > asked) return null;
  const note = typeof last.note === "string" && last.note.trim() !== "" ? last.note : null;
  return { decision: last.decision as Request["decision"], note };
}

function due(
  workflow: Workflow,
  position: Position,
  times: DocumentTimes,
  request: Request | null,
): { next: Next; reason: Reason } {
  if (position.complete) return { next: "done", reason: "complete" };
  const written = oldest(keysOf(workflow[position.index] as WorkflowPhase), times);
  if (written === null) return { next: "work", reason: "missing" };
  if (request?.decision === "revise") return { next: "work", reason: "revise" };
  if (request?.note) return { next: "work", reason: "rollback" };
  const earlier = workflow.slice(0, position.index).flatMap(keysOf);
  if (earlier.some((key) => (times.get(key) ?? 0) > written)) return { next: "work", reason: "stale" };
  return { next: "gate", reason: request ? "rollback" : "present" };
}

/** The keys of the documents whose being there, and whose times, made `next` what it is. */
export function decidingDocuments(workflow: Workflow, { index, next, reason }: PhaseState): string[] {
  if (next === "done") return [];
  const onlyCurrent = next === "work" && reason !== "stale";
  return workflow.slice(onlyCurrent ? index - 1 : 0, index).flatMap(keysOf);
}
