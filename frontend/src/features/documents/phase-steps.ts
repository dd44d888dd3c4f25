import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { WorkflowPhase } from "@thothii/backend/api/workspace";

export type PhaseStep = {
  index: number;
  code: string;
  /** The workflow's own title; empty where the workflow isn't known. */
  title: string;
  state: "done" | "current" | "waiting" | "to-come";
};

/** One step a phase, or none where the session's phase isn't known. `waiting`: the current one waits for a person. */
export function phaseSteps(session: SessionDetail, workflow: readonly WorkflowPhase[]): PhaseStep[] {
  const { phase } = session;
  if (!phase || phase.of < 1) return [];
  const over = phase.complete || session.status === "finalized";
  const asks = phase.next === "gate" || session.runtime?.state === "waiting" || session.runtime?.state === "paused";
  return Array.from({ length: phase.of }, (_, at) => {
    const index = at + 1;
    const known = workflow.length === phase.of ? workflow[at] : undefined;
    const own = index === phase.index ? phase : known;
    const done = over || index < phase.index;
    const current = asks && !session.archived ? "waiting" : "current";
    return {
      index,
      code: own?.code ?? `F${index}`,
      title: own?.title ?? "",
      state: done ? "done" : index === phase.index ? current : "to-come",
    };
  });
}

/**
 * The codes of the phases that are still to come. A document of one of them was written before the session went back: it
 * stays, and is to be reviewed again.
 */
export function phasesToCome(steps: readonly PhaseStep[]): ReadonlySet<string> {
  return new Set(steps.filter((step) => step.state === "to-come").map((step) => step.code));
}
