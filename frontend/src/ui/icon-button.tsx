import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Its name, shown as a tooltip too. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
  size?: "md" | "sm";
};

export function IconButton({
  label,
  icon,
  shortcut,
  size = "md",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={clsx(
          "inline-grid shrink-0 place-items-center rounded-[7px] text-ink-3 transition-colors hover:bg-sunk hover:text-ink disabled:cursor-default disabled:opacity-50 data-[popup-open]:bg-sunk data-[popup-open]:text-ink",
          size === "md" ? "size-7" : "size-6",
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
