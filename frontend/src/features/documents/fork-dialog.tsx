import type { SessionDetail, SessionSummary } from "@thothii/backend/api/sessions";
import { type ComponentProps, type FormEvent, useId, useState } from "react";
import { api, sessionPath } from "../../lib/api.ts";
import { cutText } from "../../lib/cut-text.ts";
import { phaseTitle, type T, useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { PhaseStep } from "./phase-steps.ts";
import { sessionTitle } from "./session-status.ts";

type ForkDialogProps = {
  session: SessionDetail;
  steps: readonly PhaseStep[];
  onForked: (copy: SessionSummary) => void;
  onClosed: () => void;
  finalFocus: ComponentProps<typeof Dialog>["finalFocus"];
};

/** Copies a session: whole, or up to a phase it has reached, which is then where the copy goes on. */
export function ForkDialog({ session, steps, onForked, onClosed, finalFocus }: ForkDialogProps) {
  const { t } = useTexts();
  const id = useId();
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState<PhaseStep | null>(null);
  const [name, setName] = useState("");
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const reached = steps.filter((step) => step.state !== "to-come");

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setError(null);
    try {
      const copy = await api.post<SessionSummary>(sessionPath(session.id, "fork"), {
        ...(at ? { at: at.code } : {}),
        ...(name.trim() ? { name: name.trim() } : {}),
      });
      onForked(copy);
      setOpen(false);
    } catch (problem) {
      const { text, detail } = problemText(t, problem);
      setError([text, detail].filter(Boolean).join(" "));
      setSending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !sending && setOpen(next)}
      onClosed={onClosed}
      title={t("documents.forking.title")}
      description={t("documents.forking.what")}
      finalFocus={finalFocus}
    >
      <form id={`${id}form`} onSubmit={send} noValidate className="grid gap-4">
        <fieldset disabled={sending} aria-describedby={`${id}keeps`} className="grid gap-0.5">
          <legend className="mb-1.5 font-strong text-small">{t("documents.forking.from")}</legend>
          <Choice name={id} checked={at === null} onChoose={() => setAt(null)} label={t("documents.forking.whole")} />
          {reached.map((step) => (
            <Choice
              key={step.code}
              name={id}
              code={step.code}
              checked={at?.code === step.code}
              onChoose={() => setAt(step)}
              label={phaseTitle(t, step)}
            />
          ))}
          <p id={`${id}keeps`} aria-live="polite" className="mt-1.5 text-ink-2 text-small">
            {keptText(t, at)}
          </p>
        </fieldset>
        <TextField
          label={t("documents.forking.name")}
          value={name}
          placeholder={`${cutText(sessionTitle(session), 120)} (2)`}
          readOnly={sending}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
      </form>
      <DialogActions>
        <Button disabled={sending} onClick={() => setOpen(false)}>
          {t("app.cancel")}
        </Button>
        <Button type="submit" form={`${id}form`} variant="primary" busy={sending}>
          {t("documents.forking.send")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ChoiceProps = { name: string; code?: string; label: string; checked: boolean; onChoose: () => void };

function Choice({ name, code, label, checked, onChoose }: ChoiceProps) {
  return (
    <label className="forced-outline flex min-h-[30px] items-center gap-2.5 rounded-md border border-transparent px-2 transition-colors hover:bg-sunk has-checked:bg-accent-soft has-checked:font-strong has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-10">
      <input
        type="radio"
        name={name}
        value={code ?? ""}
        checked={checked}
        onChange={onChoose}
        className="accent-accent outline-none"
      />
      {code && <span className="font-mono font-semibold text-[10.5px] text-ink-3 tracking-wide">{code}</span>}
      {label}
    </label>
  );
}

function keptText(t: T, at: PhaseStep | null): string {
  if (at === null) return t("documents.forking.keepsWhole");
  const kept = { last: at.index - 1, next: at.index };
  if (kept.last === 0) return t("documents.forking.keepsQuestion");
  return kept.last === 1 ? t("documents.forking.keepsFirst", kept) : t("documents.forking.keepsBefore", kept);
}
