import { useEffect } from "react";

const busy = "input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]";

/** Calls `onAsked` when `?` is pressed where it means nothing else: not in a text, a menu or a dialog. */
export function useShortcutsKey(onAsked: () => void): void {
  useEffect(() => {
    function keyDown(event: KeyboardEvent) {
      if (event.key !== "?" || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(busy)) return;
      event.preventDefault();
      onAsked();
    }
    document.addEventListener("keydown", keyDown);
    return () => document.removeEventListener("keydown", keyDown);
  }, [onAsked]);
}
