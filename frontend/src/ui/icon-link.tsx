import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

export type IconLinkProps = Omit<ComponentProps<"a">, "children" | "aria-label"> & {
  href: string;
  /** Its name, shown as a tooltip too. */
  label: string;
  icon: ReactNode;
};

/** A link that looks like an `IconButton`. */
export function IconLink({ label, icon, href, className, ...rest }: IconLinkProps) {
  return (
    <Tooltip label={label}>
      <a
        {...rest}
        href={href}
        aria-label={label}
        className={clsx(
          "inline-grid size-7 shrink-0 place-items-center rounded-[7px] text-ink-3 transition-colors hover:bg-sunk hover:text-ink",
          className,
        )}
      >
        {icon}
      </a>
    </Tooltip>
  );
}
