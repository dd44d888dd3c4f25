import { useCallback, useRef, useState } from "react";
import { CHAT, type Pane } from "../features/terminals/pane-layout.ts";

const KEY = "thoth.active-pane";

/** The pane that was used last, which the address doesn't say: this tab of the browser keeps it over a reload. */
export function useActivePane() {
  const [last, setLast] = useState(kept);
  const latest = useRef(last);
  const use = useCallback((pane: Pane) => {
    latest.current = pane;
    setLast(pane);
    keep(pane);
  }, []);
  return {
    last,
    /** What a program that takes its time to start is to be shown in, is the pane used by then. */
    now: () => latest.current,
    use,
  };
}

function kept(): Pane {
  try {
    return sessionStorage.getItem(KEY) ?? CHAT;
  } catch {
    return CHAT; // storage is forbidden
  }
}

function keep(pane: Pane): void {
  try {
    sessionStorage.setItem(KEY, pane);
  } catch {
    // Not kept over a reload; the page has it.
  }
}
