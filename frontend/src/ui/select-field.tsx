import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

export type SelectFieldProps = Omit<ComponentProps<"select">, "id" | "value" | "onChange"> & {
  label: string;
  value: string;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  options: { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
  hint?: ReactNode;
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
  const id = useId();
  return (
    <div className={clsx("grid gap-1.5", className)}>
      <label htmlFor={id} className="font-strong text-small">
        {label}
      </label>
      <div className="relative grid items-center text-ink-3">
        <select
          {...rest}
          id={id}
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
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
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-3 text-small">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
