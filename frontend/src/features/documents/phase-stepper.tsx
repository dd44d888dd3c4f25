import { clsx } from "clsx";
import { phaseTitle, type T, useTexts } from "../../lib/i18n.ts";
import type { PhaseStep } from "./phase-steps.ts";

const LOOKS = {
  done: "bg-accent opacity-45",
  current: "bg-accent",
  waiting: "bg-wait",
  "to-come": "bg-line-strong",
};

/** How far the session has come: a segment a phase, warm where it waits for a person. */
export function PhaseStepper({ steps }: { steps: readonly PhaseStep[] }) {
  const { t } = useTexts();
  if (steps.length === 0) return null;
  return (
    <ol aria-label={t("documents.phases")} className="flex gap-[3px]">
      {steps.map((step) => (
        <li
          key={step.index}
          aria-current={step.state === "current" || step.state === "waiting" ? "step" : undefined}
          title={stepText(t, step)}
          // Taller than what is seen of it, so that the pointer finds it.
          className="flex-1 py-1.5"
        >
          <span className={clsx("forced-outline block h-1 rounded-[3px]", LOOKS[step.state])} />
          <span className="sr-only">{stepText(t, step)}</span>
        </li>
      ))}
    </ol>
  );
}

function stepText(t: T, { index, code, title, state }: PhaseStep): string {
  const named = { index, title: phaseTitle(t, { code, title }) };
  switch (state) {
    case "done":
      return t("documents.stepDone", named);
    case "current":
      return t("documents.stepCurrent", named);
    case "waiting":
      return t("documents.stepWaiting", named);
    case "to-come":
      return t("documents.stepToCome", named);
  }
}
