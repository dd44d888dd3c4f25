import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { noteDraft } from "./chat-actions.ts";
import { NoteField } from "./note-field.tsx";
import { onEscape } from "./on-escape.ts";
import { useDraft } from "./use-draft.ts";

type ReviseFormProps = { sessionId: string; busy: boolean; onSend: (note: string) => void; onCancel: () => void };

/** What has to change. The note is required, and stays until it is recorded. */
export function ReviseForm({ sessionId, busy, onSend, onCancel }: ReviseFormProps) {
  const { t } = useTexts();
  const [note, setNote] = useDraft(noteDraft(sessionId));
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (note.trim()) return onSend(note);
    setMissing(true);
    field.current?.focus();
  }

  return (
    <form onSubmit={submit} onKeyDown={onEscape(onCancel)} className="grid gap-2.5">
      <NoteField
        id={id}
        ref={field}
        label={t("chat.gate.note")}
        placeholder={t("chat.gate.notePlaceholder")}
        value={note}
        readOnly={busy}
        error={missing && !note.trim() ? t("chat.gate.noteRequired") : null}
        onChange={setNote}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="touch:h-10" busy={busy}>
          {t("chat.gate.reviseSend")}
        </Button>
        <Button variant="ghost" className="touch:h-10" disabled={busy} onClick={onCancel}>
          {t("app.cancel")}
        </Button>
      </div>
    </form>
  );
}
