import { Check, PenLine, Slash, Undo2 } from "lucide-react";
import { type T, useTexts } from "../../lib/i18n.ts";
import type { DecisionTold } from "./timeline-items.ts";
import { usePhaseNames } from "./use-phase-names.ts";

const marks = { approve: Check, revise: PenLine, rollback: Undo2 } as const;

/** A gate that is past, in one quiet line: what was decided, by whom, and the note that went with it. */
export function DecisionLine({ told }: { told: DecisionTold }) {
  const { t } = useTexts();
  const [phase, to] = usePhaseNames([told.phase, ...(told.to ? [told.to] : [])]);
  const Mark = told.aborted ? Slash : told.decision ? marks[told.decision] : Check;
  return (
    <div className="flex items-start gap-2 text-ink-2 text-small [overflow-wrap:anywhere]">
      <Mark aria-hidden="true" className={told.decision === "approve" ? "mt-px text-ok" : "mt-px text-ink-3"} />
      <div className="min-w-0">
        <p>
          {sentence(t, told, phase?.label ?? told.phase, to?.label)}
          {told.by ? <span className="text-ink-3"> {t("chat.record.by", { name: told.by })}</span> : null}
        </p>
        {told.note ? (
          <p dir="auto" className="mt-0.5 whitespace-pre-wrap border-line-strong border-s-2 ps-2.5">
            {told.note}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function sentence(t: T, { aborted, decision, to }: DecisionTold, phase: string, toLabel: string | undefined): string {
  if (aborted) return t("chat.record.aborted", { phase });
  if (decision === "rollback" && to) return t("chat.record.rollbackTo", { phase, to: toLabel ?? to });
  return t(`chat.record.${decision ?? "answered"}`, { phase });
}
