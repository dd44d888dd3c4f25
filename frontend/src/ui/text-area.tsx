import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

export type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "value" | "onChange"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Code: every character as wide as the next. */
  mono?: boolean;
};

/** Lines of text with a label, a hint and an error. */
export function TextArea({ label, value, onChange, hint, error, mono = false, className, ...rest }: TextAreaProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-strong text-small">
        {label}
      </label>
      <textarea
        dir="auto"
        {...rest}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={clsx(
          "min-w-0 resize-y rounded-md border bg-sunk px-2.5 py-1.5 transition-colors focus-visible:border-accent focus-visible:outline-accent/35 touch:text-[16px]",
          mono && "font-mono text-[12px] leading-5 [font-variant-ligatures:none]",
          error ? "border-loss" : "border-line",
          className,
        )}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-loss text-small">
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="text-ink-3 text-small">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
