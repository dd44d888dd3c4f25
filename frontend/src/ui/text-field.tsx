import { clsx } from "clsx";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";
import { isComposing } from "./is-composing.ts";

export type TextFieldProps = Omit<ComponentProps<"input">, "id" | "size"> &
  FieldTexts & {
    /** The label is said, not shown; for a field whose place and icon say what it is. */
    hideLabel?: boolean;
    icon?: ReactNode;
    /** At the field's end: a button that clears it. */
    action?: ReactNode;
  };

/** One line of text with its label, hint and error. Hears no key that is an input method's. */
export function TextField({
  label,
  hideLabel = false,
  hint,
  error,
  icon,
  action,
  className,
  ref,
  onKeyDown,
  ...rest
}: TextFieldProps) {
  // An input method's Enter takes a word and its Esc drops one: neither sends a form, nor closes what the field is in.
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isComposing(event)) return onKeyDown?.(event);
    if (event.key === "Enter") event.preventDefault();
    event.stopPropagation();
  }

  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(field) => (
        <div
          className={clsx(
            "flex h-[30px] items-center gap-2 rounded-md border bg-sunk px-2.5 text-ink-3 transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/35 touch:h-10",
            error ? "border-loss" : "border-line",
          )}
        >
          {icon}
          <input
            dir="auto"
            {...rest}
            {...field}
            ref={ref}
            onKeyDown={keyDown}
            className="h-full min-w-0 flex-1 bg-transparent text-ink outline-none touch:text-[16px]"
          />
          {action}
        </div>
      )}
    </FieldFrame>
  );
}
