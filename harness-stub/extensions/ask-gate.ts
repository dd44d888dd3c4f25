import { type GateAnswer, parseGateAnswer } from "./gate-answer.ts";
import { type GateCall, gateRefusal, gateRequest } from "./gate-request.ts";
import type { RunTht } from "./run-tht.ts";
import { type SessionState, showSession } from "./session-state.ts";

export interface AskGate {
  run: RunTht;
  /** Codes of the workflow's phases, in order. */
  codes: readonly string[];
  /** Shows the request to the reviewer; undefined when it was closed without an answer. */
  select: (title: string, options: string[]) => Promise<string | undefined>;
  signal?: AbortSignal;
}

/** What the model is told: the decision, and where the session stands now. */
export interface GateOutcome extends GateAnswer {
  gate: string;
  /** Null when the state could not be read again; the decision is recorded all the same. */
  phase: SessionState["phase"] | null;
}

const MAX_ASKS = 20;

/**
 * Asks the reviewer about a phase and resolves with the recorded decision. It records nothing itself: the server does
 * that before it answers. Rejects when the phase is not ready, and when the gate closes without a decision.
 */
export async function askGate(
  phase: string,
  call: GateCall,
  { run, codes, select, signal }: AskGate,
): Promise<GateOutcome> {
  let problem: string | undefined;
  for (let asked = 0; asked < MAX_ASKS; asked++) {
    // Read anew each time, for the documents may have changed while the gate was open.
    const state = await showSession(run, call.session, signal);
    const refusal = gateRefusal(phase, state);
    if (refusal) throw new Error(problem ? `${refusal} (${problem})` : refusal);
    const request = { ...gateRequest(call, state, codes), ...(problem === undefined ? {} : { problem }) };
    const value = await select(JSON.stringify(request), request.options);
    if (value === undefined) {
      throw new Error(
        `${signal?.aborted ? "aborted" : "closed without an answer"}: no decision was recorded. Stop and wait for the user.`,
      );
    }
    const answer = parseGateAnswer(value, request);
    if ("problem" in answer) {
      problem = answer.problem;
      continue;
    }
    // No signal from here on: what the reviewer decided is told whole, whatever is aborted meanwhile.
    const now = await showSession(run, call.session).catch(() => null);
    if (now && now.phase.decisions <= state.phase.decisions) {
      problem = "The ledger does not hold that decision: nothing was recorded.";
      continue;
    }
    return { gate: phase, ...answer, phase: now?.phase ?? null };
  }
  throw new Error("too many answers that could not be taken. Stop and tell the user.");
}
