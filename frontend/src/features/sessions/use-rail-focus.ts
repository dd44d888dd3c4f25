import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus in the rail when what had it goes: one in the bar goes back to the list with the bar. Answers what
 * finds the place for it: the first of these buttons that is there, else the list's own stop, which stands at their place.
 */
export function useRailFocus(nav: RefObject<HTMLElement | null>, hasBar: boolean) {
  const listStop = () => nav.current?.querySelector<HTMLElement>('li button[tabindex="0"]') ?? null;
  const hadBar = useRef(hasBar);
  useEffect(() => {
    if (hadBar.current && !hasBar && document.activeElement === document.body) listStop()?.focus();
    hadBar.current = hasBar;
  });
  return (...ids: (string | undefined)[]): HTMLElement | null =>
    ids.map((id) => (id ? document.getElementById(id) : null)).find(Boolean) ?? listStop();
}
