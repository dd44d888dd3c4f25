import { useEffect } from "react";

/** Where Ctrl-K is the program's, as in a terminal; Cmd-K is never one's. */
const takesKeys = "[data-takes-keys]";
/** What asks for an answer first; the search's own box closes by itself. */
const modal = "[data-modal]";

/** Calls `onAsked` on Cmd-K or Ctrl-K, wherever the focus is: in a text too, but not while an input method composes. */
export function useSearchKey(onAsked: () => void): void {
  useEffect(() => {
    function keyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || event.isComposing || event.keyCode === 229) return;
      if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      if (event.ctrlKey && event.target instanceof Element && event.target.closest(takesKeys)) return;
      event.preventDefault();
      if (!document.querySelector(modal)) onAsked();
    }
    // Before any field or list hears it.
    document.addEventListener("keydown", keyDown, { capture: true });
    return () => document.removeEventListener("keydown", keyDown, { capture: true });
  }, [onAsked]);
}
