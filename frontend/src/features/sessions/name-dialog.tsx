import { type ComponentProps, type FormEvent, useId, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

export type NameDialogProps = {
  title: string;
  label: string;
  initial: string;
  placeholder?: string;
  /** Below the field, for what is typed now. */
  hint: (value: string) => string;
  /** Why what is typed can't be saved; null where it can. */
  refuse?: (value: string) => string | null;
  saveLabel: string;
  /** Rejects with the problem, which is then shown and nothing typed is lost. */
  onSave: (value: string) => Promise<void>;
  onClose: () => void;
  finalFocus: ComponentProps<typeof Dialog>["finalFocus"];
};

/** One line of text: Enter saves, Esc cancels. */
export function NameDialog({
  title,
  label,
  initial,
  placeholder,
  hint,
  refuse,
  saveLabel,
  onSave,
  onClose,
  finalFocus,
}: NameDialogProps) {
  const { t } = useTexts();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(true);
  const [value, setValue] = useState(initial);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    const refused = refuse?.(value) ?? null;
    if (refused) return setError(refused);
    setSaving(true);
    try {
      await onSave(value.trim().normalize("NFC"));
      setOpen(false);
    } catch (problem) {
      const { text, detail } = problemText(t, problem);
      setError([text, detail].filter(Boolean).join(" "));
      field.current?.focus();
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={title}
      finalFocus={finalFocus}
      initialFocus={() => {
        field.current?.select();
        return field.current;
      }}
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          ref={field}
          label={label}
          value={value}
          placeholder={placeholder}
          hint={hint(value)}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(null);
          }}
        />
      </form>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>{t("app.cancel")}</Button>
        <Button type="submit" form={form} variant="primary" busy={saving}>
          {saveLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
