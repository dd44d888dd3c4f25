import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * What has the focus may go: an answered card, a button whose work is done. Where that happens inside the region these
 * props are given to, the focus goes to `field`, or to `fallback` until there is a field; it is never taken from elsewhere.
 */
export function useFocusHandover(field: RefObject<HTMLElement | null>, fallback: RefObject<HTMLElement | null>) {
  const inside = useRef(false);
  const wanted = useRef(false);

  // After every commit: any of them may remove what has the focus, and no event tells of it.
  useLayoutEffect(() => {
    if (!inside.current) return;
    const now = document.activeElement;
    const lost = now === null || now === document.body;
    wanted.current = lost || (wanted.current && now === fallback.current);
    if (!wanted.current) return;
    // A finger's keyboard would cover what comes next.
    const target = matchMedia("(hover: none)").matches ? null : field.current;
    if (target) wanted.current = false;
    if (target || lost) (target ?? fallback.current)?.focus();
  });

  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event: FocusEvent) => {
      inside.current = event.currentTarget.contains(event.relatedTarget);
    },
  };
}
