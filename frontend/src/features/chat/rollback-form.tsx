import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { noteDraft } from "./chat-actions.ts";
import { NoteField } from "./note-field.tsx";
import { onEscape } from "./on-escape.ts";
import { useDraft } from "./use-draft.ts";
import type { PhaseName } from "./use-phase-names.ts";

type RollbackFormProps = {
  sessionId: string;
  phases: readonly PhaseName[];
  suggested: string | null;
  busy: boolean;
  onSend: (to: string, note: string) => void;
  onCancel: () => void;
};

/** Which phase to go back to (the one before, unless the agent proposed another), and why. */
export function RollbackForm({ sessionId, phases, suggested, busy, onSend, onCancel }: RollbackFormProps) {
  const { t } = useTexts();
  const [note, setNote] = useDraft(noteDraft(sessionId));
  const [chosen, setChosen] = useState(suggested);
  const target = phases.find(({ code }) => code === chosen) ?? phases.at(-1);
  const to = target?.code ?? "";
  const options = useRef<HTMLFieldSetElement>(null);
  const id = useId();

  useEffect(() => options.current?.querySelector<HTMLInputElement>("input:checked")?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSend(to, note.trim() ? note : "");
  }

  return (
    <form onSubmit={submit} onKeyDown={onEscape(onCancel)} className="grid gap-3">
      <fieldset ref={options} disabled={busy} className="grid gap-1.5">
        <legend className="mb-1.5 font-strong text-small">{t("chat.gate.rollbackTo")}</legend>
        <div className="flex flex-wrap gap-1.5">
          {phases.map(({ code, label }) => (
            <label
              key={code}
              className="forced-outline inline-flex h-[30px] items-center gap-2 rounded-md border border-line-strong px-2.5 transition-colors hover:bg-sunk has-checked:border-accent has-checked:bg-accent-soft has-checked:font-strong has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 touch:h-10"
            >
              <input
                type="radio"
                name={id}
                value={code}
                checked={code === to}
                onChange={() => setChosen(code)}
                className="accent-accent outline-none"
              />
              {label}
            </label>
          ))}
        </div>
        <p className="text-ink-3 text-small">{t("chat.gate.rollbackKeeps")}</p>
      </fieldset>
      <NoteField
        id={`${id}-note`}
        label={t("chat.gate.rollbackNote")}
        value={note}
        readOnly={busy}
        onChange={setNote}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="touch:h-10" busy={busy}>
          {t("chat.gate.rollbackSend", { phase: target?.label ?? "" })}
        </Button>
        <Button variant="ghost" className="touch:h-10" disabled={busy} onClick={onCancel}>
          {t("app.cancel")}
        </Button>
      </div>
    </form>
  );
}
