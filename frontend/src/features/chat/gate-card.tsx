import type { Decide, Gate, GateDecision } from "@thothii/backend/api/chat";
import { CircleCheck, FileText, TriangleAlert } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { shortWhen } from "../../lib/format.ts";
import { documentTitle, phaseTitle, type T, useTexts } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { messageDraft, noteDraft, useDecide } from "./chat-actions.ts";
import { moveDraft } from "./drafts.ts";
import { Failure } from "./failure.tsx";
import { ReviseForm } from "./revise-form.tsx";
import { RollbackForm } from "./rollback-form.tsx";
import type { PhaseName } from "./use-phase-names.ts";

type GateCardProps = {
  sessionId: string;
  gate: Gate;
  /** The phases that can be gone back to, as the page names them. */
  earlier: readonly PhaseName[];
  form: GateForm;
  onForm: (form: GateForm) => void;
  onOpenDocument: (key: string) => void;
  onRecorded: () => void;
};

/** Which of the two answers that need words is being written. */
export type GateForm = "revise" | "rollback" | null;

/** The question that waits for a person: the loudest thing on the page, and the only way to answer is to mean it. */
export function GateCard({ sessionId, gate, earlier, form, onForm, onOpenDocument, onRecorded }: GateCardProps) {
  const { t } = useTexts();
  const decide = useDecide(sessionId);
  const [chosen, setChosen] = useState<GateDecision | null>(null);
  const title = gateTitle(t, gate);
  const recorded = decide.succeeded && decide.input?.decision.requestId === gate.requestId;
  const suggested = gate.suggest?.decision ?? "approve";

  function send(decision: GateDecision, over: Pick<Decide, "note" | "to"> = {}) {
    setChosen(decision);
    decide.start(
      {
        decision: { phase: gate.phase, decision, requestId: gate.requestId, ...over },
        ...(over.note ? { draft: noteDraft(sessionId) } : {}),
      },
      onRecorded,
    );
  }

  function approve(event: MouseEvent) {
    // The second click of a double one may fall on the next phase's card, which nobody has read.
    if (event.detail < 2) send("approve");
  }

  const busy = (decision: GateDecision) => decide.pending && chosen === decision;
  const look = (decision: GateDecision) => (suggested === decision ? "primary" : "secondary");

  return (
    <section
      aria-label={title}
      className="forced-outline my-1 overflow-hidden rounded-xl border border-wait-line bg-panel shadow-float"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 bg-wait-soft px-3.5 py-[11px] text-wait">
        <TriangleAlert aria-hidden="true" />
        <h3 className="min-w-0 flex-1 basis-48 font-bold [overflow-wrap:anywhere]">{title}</h3>
        {gate.paused ? (
          <Chip tone="wait" className="border border-wait-line">
            {t("chat.gate.paused")}
          </Chip>
        ) : null}
        <Since at={gate.since} />
      </header>
      <div className="grid gap-3 px-3.5 pt-3 pb-3.5">
        {gate.problem ? (
          <p className="flex items-start gap-2 text-small text-wait [overflow-wrap:anywhere]">
            <TriangleAlert aria-hidden="true" className="mt-px" />
            {gate.problem}
          </p>
        ) : null}
        {gate.summary ? <MarkdownView text={gate.summary} headingLevel={4} /> : null}
        <DocumentLinks gate={gate} onOpen={onOpenDocument} />
        <Suggestion gate={gate} earlier={earlier} />
        {gate.paused ? <p className="text-ink-3 text-small">{t("chat.gate.pausedHint")}</p> : null}
        <Failure title={t("chat.gate.failed")} error={decide.pending ? null : decide.error} />
        {recorded ? (
          <p role="status" className="flex h-[30px] items-center gap-2 text-ink-2">
            <CircleCheck aria-hidden="true" className="text-ok" />
            {t("chat.gate.recorded")}
          </p>
        ) : form === "revise" ? (
          <ReviseForm
            sessionId={sessionId}
            busy={busy("revise")}
            onSend={(note) => send("revise", { note })}
            onCancel={() => onForm(null)}
          />
        ) : form === "rollback" ? (
          <RollbackForm
            sessionId={sessionId}
            phases={earlier}
            suggested={gate.suggest?.to ?? null}
            busy={busy("rollback")}
            onSend={(to, note) => send("rollback", note ? { to, note } : { to })}
            onCancel={() => onForm(null)}
          />
        ) : (
          <div className="flex flex-wrap gap-2 @max-[480px]:*:flex-1">
            {gate.options.includes("approve") ? (
              <Button className="touch:h-10" variant={look("approve")} busy={decide.pending} onClick={approve}>
                {t("chat.gate.approve")}
              </Button>
            ) : null}
            {gate.options.includes("revise") ? (
              <Button
                className="touch:h-10"
                variant={look("revise")}
                disabled={decide.pending}
                onClick={() => {
                  moveDraft(messageDraft(sessionId), noteDraft(sessionId));
                  onForm("revise");
                }}
              >
                {t("chat.gate.revise")}
              </Button>
            ) : null}
            {gate.options.includes("rollback") && earlier.length > 0 ? (
              <Button
                className="touch:h-10"
                variant={suggested === "rollback" ? "primary" : "ghost"}
                disabled={decide.pending}
                onClick={() => onForm("rollback")}
              >
                {t("chat.gate.rollback")}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </section>
  );
}

export function gateTitle(t: T, gate: Gate): string {
  return t("chat.gate.title", {
    index: gate.index,
    title: phaseTitle(t, { code: gate.phase, title: gate.title, name: gate.name }),
  });
}

function Since({ at }: { at: string }) {
  const { t, language } = useTexts();
  const now = useNow();
  const fresh = now - Date.parse(at) < 60_000;
  return (
    <span className="whitespace-nowrap text-small">
      {fresh ? t("chat.gate.sinceNow") : t("chat.gate.since", { time: shortWhen(at, now, language) })}
    </span>
  );
}

function DocumentLinks({ gate, onOpen }: { gate: Gate; onOpen: (key: string) => void }) {
  const { t } = useTexts();
  if (gate.documents.length === 0) return null;
  return (
    <ul aria-label={t("chat.gate.documents")} className="flex flex-wrap gap-x-4 gap-y-1">
      {gate.documents.map(({ key }) => (
        <li key={key}>
          <button
            type="button"
            className="inline-flex items-center gap-1.5 rounded-sm text-accent text-small underline-offset-2 hover:underline touch:min-h-10"
            onClick={() => onOpen(key)}
          >
            <FileText aria-hidden="true" />
            {documentTitle(t, { key })}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Suggestion({ gate, earlier }: { gate: Gate; earlier: readonly PhaseName[] }) {
  const { t } = useTexts();
  if (!gate.suggest) return null;
  const { decision, to } = gate.suggest;
  const phase = earlier.find(({ code }) => code === to)?.label;
  const text =
    decision === "approve"
      ? t("chat.gate.suggestApprove")
      : decision === "revise"
        ? t("chat.gate.suggestRevise")
        : phase
          ? t("chat.gate.suggestRollbackTo", { phase })
          : t("chat.gate.suggestRollback");
  return <p className="text-ink-2 text-small">{text}</p>;
}
