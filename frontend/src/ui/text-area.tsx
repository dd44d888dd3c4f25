import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

export type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "value" | "onChange"> &
  FieldTexts & {
    value: string;
    onChange: (value: string) => void;
    /** Code: every character as wide as the next. */
    mono?: boolean;
  };

/** Lines of text with a label, a hint and an error. */
export function TextArea({ label, value, onChange, hint, error, mono = false, className, ...rest }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(field) => (
        <textarea
          dir="auto"
          {...rest}
          {...field}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={clsx(
            "min-w-0 resize-y rounded-md border bg-sunk px-2.5 py-1.5 transition-colors focus-visible:border-accent focus-visible:outline-accent/35 touch:text-[16px]",
            mono && "font-mono text-[12px] leading-5 [font-variant-ligatures:none]",
            error ? "border-loss" : "border-line",
            className,
          )}
        />
      )}
    </FieldFrame>
  );
}
