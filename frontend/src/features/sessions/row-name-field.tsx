import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { sessionName } from "../../lib/session-name.ts";
import { isComposing } from "../../ui/is-composing.ts";

export type RowNameFieldProps = {
  row: SessionSummary;
  describedBy: string;
  /** Rejects with the problem; the field then stays, with what was typed. */
  onRename: (row: SessionSummary, name: string) => Promise<void>;
  /** Shown in the row's second line, so that nothing moves. */
  onError: (error: string | null) => void;
  onEnd: () => void;
};

/** The row's name where it stands, to be typed over: Enter and leaving save, Esc restores. */
export function RowNameField({ row, describedBy, onRename, onError, onEnd }: RowNameFieldProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const saving = useRef(false);
  const [shown] = useState(() => (row.name || row.question ? sessionName(row) : ""));
  const [value, setValue] = useState(shown);
  const [refused, setRefused] = useState(false);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  async function save() {
    if (saving.current) return;
    // The question stands in for a name that was never given; left as it is, it doesn't become one.
    if (value === shown) return onEnd();
    saving.current = true;
    try {
      await onRename(row, value.trim().normalize("NFC"));
      onEnd();
    } catch (problem) {
      const { text, detail } = problemText(t, problem);
      setRefused(true);
      onError([text, detail].filter(Boolean).join(" "));
    } finally {
      saving.current = false;
    }
  }

  function keyDown(event: KeyboardEvent) {
    // The list's keys are not for whoever types, and an input method's Enter and Esc not for the field.
    event.stopPropagation();
    if (isComposing(event)) return;
    if (event.key === "Enter") void save();
    else if (event.key === "Escape") onEnd();
  }

  return (
    <input
      ref={field}
      dir="auto"
      aria-label={t("sessions.renameField")}
      aria-invalid={refused}
      aria-describedby={describedBy}
      placeholder={sessionName({ ...row, name: null })}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        setRefused(false);
        onError(null);
      }}
      onKeyDown={keyDown}
      onBlur={() => void save()}
      className="col-span-2 -mx-1 h-5 min-w-0 rounded-[3px] bg-panel px-1 font-medium text-ink outline-[1.5px] outline-accent touch:text-[16px] aria-invalid:outline-loss"
    />
  );
}
