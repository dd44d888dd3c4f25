import { CircleAlert } from "lucide-react";
import type { RowState } from "./row-state.ts";

const dots = { running: "bg-ok", waiting: "bg-wait", unread: "bg-accent" } as const;

/** A row's one mark. The words beside it say the same. */
export function RowMark({ state }: { state: RowState }) {
  if (state === "quiet") return null;
  if (state === "broken" || state === "failed") {
    return <CircleAlert aria-hidden="true" className="-mt-px size-[13px] text-loss" />;
  }
  return (
    <span
      aria-hidden="true"
      className={`forced-selected mt-0.5 block size-[7px] rounded-full ${dots[state]} ${state === "running" ? "animate-pulse" : ""}`}
    />
  );
}
