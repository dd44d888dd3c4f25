import { type RefObject, useEffect, useState } from "react";

/** Whether an element's content is wider than itself. */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const look = () => setOverflows(current.scrollWidth > current.clientWidth + 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    // Children come, go, and change their width with their text.
    const changes = new MutationObserver(look);
    changes.observe(current, { childList: true, subtree: true, characterData: true });
    look();
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [element]);
  return overflows;
}
