import type { DecisionName, GateRequest } from "./gate-request.ts";

/** A decision that the server says it has recorded. */
export interface GateAnswer {
  decision: DecisionName;
  note: string | null;
  to?: string;
}

const MAX_NOTE = 20_000;
const MEMBERS = new Set(["decision", "note", "to", "recorded"]);

/**
 * Reads what came back from the select: the answer, or why it is none, which is then shown with the gate asked again.
 * Strict, because a wrong reading here would tell the model of a decision that nobody made.
 */
export function parseGateAnswer(
  value: string,
  { options, rollbackTo }: Pick<GateRequest, "options" | "rollbackTo">,
): GateAnswer | { problem: string } {
  const answer = parseObject(value);
  if (!answer) return { problem: "The answer was not understood: nothing was recorded." };
  // The host's own way of having the gate asked again, with its reason.
  if (typeof answer.problem === "string") return { problem: answer.problem.slice(0, 2_000) };
  const unknown = Object.keys(answer).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) return { problem: `The answer has an unknown member, ${unknown.slice(0, 100)}.` };
  const { decision, note = null, to } = answer;
  if (!isOption(decision, options)) return { problem: `The decision has to be one of ${options.join(", ")}.` };
  if (note !== null && typeof note !== "string") return { problem: "The note has to be text." };
  if (note !== null && [...note].length > MAX_NOTE) return { problem: `The note is over ${MAX_NOTE} characters.` };
  if (decision === "revise" && !note?.trim()) return { problem: "Asking for changes needs a note that says which." };
  if (decision !== "rollback" && to !== undefined) return { problem: "Only going back names another phase." };
  if (decision === "rollback" && !(typeof to === "string" && rollbackTo.includes(to))) {
    return { problem: `Going back needs an earlier phase: ${rollbackTo.join(", ")}.` };
  }
  if (answer.recorded !== true) return { problem: "The decision was not recorded." };
  return { decision, note, ...(typeof to === "string" ? { to } : {}) };
}

function parseObject(value: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null; // a bare word, as a client that knows nothing of gates would send
  }
}

const isOption = (decision: unknown, options: readonly DecisionName[]): decision is DecisionName =>
  (options as readonly unknown[]).includes(decision);
