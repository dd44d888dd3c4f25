import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./spinner.tsx";

const looks = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border-line-strong bg-panel text-ink hover:bg-sunk",
  ghost: "border-transparent text-ink-2 hover:bg-sunk hover:text-ink",
  danger: "border-transparent bg-loss text-loss-ink hover:bg-loss-hover",
} as const;

export type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof looks;
  size?: "md" | "sm";
  icon?: ReactNode;
  /** At work: it keeps the focus and its name, shows a spinner, and clicks do nothing. */
  busy?: boolean;
};

export function Button({
  variant = "secondary",
  size = "md",
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      className={clsx(
        "inline-flex shrink-0 select-none items-center justify-center gap-[7px] whitespace-nowrap rounded-md border font-strong transition-colors disabled:cursor-default disabled:opacity-50 aria-disabled:cursor-default",
        size === "md" ? "h-[30px] px-[13px] touch:h-10" : "h-[26px] px-[9px] text-small touch:h-10",
        looks[variant],
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
