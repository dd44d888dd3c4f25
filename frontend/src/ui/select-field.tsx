import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

export type SelectFieldProps = Omit<ComponentProps<"select">, "id" | "value" | "onChange"> &
  Omit<FieldTexts, "error"> & {
    value: string;
    /** Shown while nothing is chosen. */
    placeholder?: string;
    options: { value: string; label: string; disabled?: boolean }[];
    onChange: (value: string) => void;
  };

/** One of many. The system's own list, which every device shows as it should be. */
export function SelectField({
  label,
  value,
  placeholder,
  options,
  onChange,
  hint,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} className={className}>
      {(field) => (
        <div className="relative grid items-center text-ink-3">
          <select
            {...rest}
            {...field}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className="h-[30px] w-full appearance-none truncate rounded-md border border-line bg-sunk ps-2.5 pe-8 text-ink transition-colors focus-visible:border-accent focus-visible:outline-accent/35 disabled:opacity-50 touch:h-10 touch:text-[16px]"
          >
            {placeholder === undefined ? null : (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled} className="bg-panel text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-3.5" />
        </div>
      )}
    </FieldFrame>
  );
}
