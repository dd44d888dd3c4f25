import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A key beside what it does. Hidden from the name of what it stands in; say it with `aria-keyshortcuts` there. */
export function Kbd({ children, inverse = false }: { children: ReactNode; inverse?: boolean }) {
  return (
    <span aria-hidden="true" className="flex">
      <kbd className={clsx("font-sans text-tiny", inverse ? "text-ground opacity-75" : "text-ink-3")}>{children}</kbd>
    </span>
  );
}
