import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

/** What a control has to take from its frame. */
type FieldProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  /** In the place of the hint, and said at once. */
  error?: string | null | undefined;
};

type FieldFrameProps = FieldTexts & {
  /** The label is said, not shown. */
  hideLabel?: boolean;
  className?: string | undefined;
  children: (field: FieldProps) => ReactNode;
};

/** A control with its label above, and below it a hint or what is wrong. */
export function FieldFrame({ label, hideLabel = false, hint, error, className, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={clsx("grid grid-cols-[minmax(0,1fr)] gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-strong text-small"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p id={noteId} role="alert" className="text-loss text-small">
          {error}
        </p>
      ) : hint ? (
        <p id={noteId} className="text-ink-3 text-small">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
