import { clsx } from "clsx";

/** The place of a text that is on its way; its width and height come as classes (`h-3 w-32`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse rounded-sm bg-line", className)} />;
}
