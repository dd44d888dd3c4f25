import type { ReactNode } from "react";

/** A viewer's word about what it shows. */
export function ViewerNote({ children }: { children: ReactNode }) {
  return <p className="px-3.5 pb-2.5 text-ink-3 text-small">{children}</p>;
}
