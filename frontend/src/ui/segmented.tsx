import { Radio } from "@base-ui-components/react/radio";
import { RadioGroup } from "@base-ui-components/react/radio-group";
import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A choice of two or three that shows at once: a radio group. */
export function Segmented<V extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: { value: V; label: string; icon?: ReactNode }[];
  className?: string;
}) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className={clsx("inline-flex gap-0.5 rounded-md bg-sunk p-0.5", className)}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          nativeButton
          render={<button type="button" />}
          className="inline-flex h-6 flex-1 items-center justify-center gap-1.5 whitespace-nowrap rounded-sm px-2.5 text-ink-2 text-small transition-colors hover:text-ink data-[checked]:bg-panel data-[checked]:font-strong data-[checked]:text-ink data-[checked]:shadow-[0_0_0_1px_var(--line)] forced-colors:data-[checked]:border touch:h-9"
        >
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
