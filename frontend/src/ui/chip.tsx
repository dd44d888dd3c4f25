import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

const tones = {
  neutral: "bg-sunk text-ink-2",
  accent: "bg-accent-soft text-accent",
  ok: "bg-ok-soft text-ok",
  wait: "bg-wait-soft text-wait",
  loss: "bg-loss-soft text-loss",
} as const;

export type ChipProps = ComponentProps<"span"> & { tone?: keyof typeof tones; icon?: ReactNode };

/** A short state in words; the tone only repeats them. */
export function Chip({ tone = "neutral", icon, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      className={clsx(
        "forced-outline inline-flex h-[22px] items-center gap-1.5 whitespace-nowrap rounded-full px-[9px] font-medium text-[12px]",
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
