import type { SessionState } from "./session-state.ts";

export type DecisionName = "approve" | "revise" | "rollback";

/** A decision the model proposes; the reviewer takes it or not. */
interface Suggestion {
  decision: DecisionName;
  to: string | null;
}

/** What a gate asks, as it travels in the title of Pi's `select`. */
export interface GateRequest {
  v: 1;
  kind: "thoth.gate";
  toolCallId: string;
  session: string;
  phase: string;
  index: number;
  of: number;
  name: string;
  title: string;
  summary: string;
  documents: { key: string; bytes: number; updated_at: string }[];
  options: DecisionName[];
  /** Codes of the earlier phases, in order. */
  rollbackTo: string[];
  suggest: Suggestion | null;
  /** Why the last answer was not taken. */
  problem?: string;
}

export interface GateCall {
  toolCallId: string;
  session: string;
  summary: string;
  suggest?: { decision: string; to?: string };
}

const MAX_SUMMARY = 4_000;

/** Builds the request from a fresh state. `codes` are the workflow's phases in order. */
export function gateRequest(call: GateCall, { phase, documents }: SessionState, codes: readonly string[]): GateRequest {
  const rollbackTo = codes.slice(0, Math.max(0, codes.indexOf(phase.code)));
  return {
    v: 1,
    kind: "thoth.gate",
    toolCallId: call.toolCallId,
    session: call.session,
    phase: phase.code,
    index: phase.index,
    of: phase.of,
    name: phase.name,
    title: phase.title,
    summary: call.summary.slice(0, MAX_SUMMARY).toWellFormed(),
    documents: documents
      .filter((document) => document.phase === phase.code)
      .map(({ key, bytes, updated_at }) => ({ key, bytes, updated_at })),
    options: rollbackTo.length > 0 ? ["approve", "revise", "rollback"] : ["approve", "revise"],
    rollbackTo,
    suggest: suggestion(call.suggest, rollbackTo),
  };
}

// A suggestion that cannot be followed is left out: the gate itself is what matters.
function suggestion(suggest: GateCall["suggest"], rollbackTo: readonly string[]): Suggestion | null {
  if (!suggest) return null;
  const { decision, to } = suggest;
  if (decision === "rollback") return to && rollbackTo.includes(to) ? { decision, to } : null;
  return decision === "approve" || decision === "revise" ? { decision, to: null } : null;
}

/** Why the gate may not be opened now, with the right next step; null when it may. */
export function gateRefusal(wanted: string, { phase }: SessionState): string | null {
  if (phase.complete || phase.next === "done") return "the session is complete: there is nothing to decide.";
  if (wanted !== phase.code) {
    return `the current phase is ${phase.code}, not ${wanted}. Call gate for ${phase.code} when its documents are written.`;
  }
  if (phase.next !== "work") return null;
  const asked = phase.note ? ` The reviewer asked: ${phase.note}` : "";
  return `${phase.code} is not ready (${phase.reason}): write ${phase.needs.join(", ")} with put first.${asked}`;
}
