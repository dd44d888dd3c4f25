import type { RuntimeState } from "../../api/sessions.ts";
import { type HttpProblem, problem } from "../http/problem.ts";

type Agent = { id: string; state: RuntimeState; since: Date };

/**
 * Whom to stop to make room for another: one that is ending anyway, else the one longest at rest, else the one whose
 * question has waited longest. Null where all of them start or work.
 */
export function whomToStop<A extends Agent>(agents: readonly A[]): A | null {
  for (const state of ["stopping", "idle", "waiting"] as const) {
    const candidates = agents.filter((agent) => agent.state === state);
    const [first] = candidates.sort((a, b) => a.since.getTime() - b.since.getTime());
    if (first) return first;
  }
  return null;
}

export function tooManyAgents(agents: readonly Agent[]): HttpProblem {
  const named = agents.map(({ id, state }) => ({ id, state }));
  return problem(
    "too_many_agents",
    `${named.length} agents are at work, which is as many as there may be: ${named.map(({ id }) => id).join(", ")}.`,
    "Stop one of them, wait until one has finished, or set THOTH_MAX_AGENTS higher.",
    { agents: named },
  );
}
