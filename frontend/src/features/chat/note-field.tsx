import type { Ref } from "react";
import { GrowingText } from "./growing-text.tsx";

type NoteFieldProps = {
  id: string;
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder?: string;
  value: string;
  readOnly: boolean;
  error?: string | null;
  onChange: (text: string) => void;
};

/** Many lines with a label. No key sends it. */
export function NoteField({ id, label, value, error, onChange, ...rest }: NoteFieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-strong text-small">
        {label}
      </label>
      <GrowingText
        {...rest}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        heights="min-h-[68px] max-h-72"
        className="rounded-md border border-line-strong bg-ground px-2.5 py-2 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/35"
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-loss text-small">
          {error}
        </p>
      ) : null}
    </div>
  );
}
