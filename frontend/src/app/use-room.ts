import { useCallback, useState } from "react";

/** Whether an element is at least so wide, in px, and the ref to give it; true until it can be measured. */
export function useRoom(least: number): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [enough, setEnough] = useState(true);
  const measured = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const sizes = new ResizeObserver(([entry]) => entry && setEnough(entry.contentRect.width >= least));
      sizes.observe(element);
      return () => sizes.disconnect();
    },
    [least],
  );
  return [measured, enough];
}
