import { clsx } from "clsx";
import type { TerminalTone } from "./terminal-state.ts";

const looks: Record<TerminalTone, string> = {
  running: "bg-ok",
  done: "bg-line-strong",
  failed: "bg-loss",
  lost: "bg-loss",
};

/** The state of a terminal as a colour; the words beside it say it too. */
export function TerminalDot({ tone }: { tone: TerminalTone }) {
  return <span aria-hidden="true" className={clsx("forced-outline size-[7px] shrink-0 rounded-full", looks[tone])} />;
}
