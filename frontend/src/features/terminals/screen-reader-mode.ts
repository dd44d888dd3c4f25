import { useState } from "react";
import { remember, remembered } from "../../lib/memory.ts";

const KEY = "terminal.screenReader";

/** Whether terminals are read out as they change; off by default, for it slows them. Kept on this browser. */
export function useScreenReaderMode(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => remembered(KEY) === "on");
  return [
    on,
    (next) => {
      remember(KEY, next ? "on" : null);
      setOn(next);
    },
  ];
}
