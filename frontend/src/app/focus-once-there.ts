import { TAKES_TEXT } from "../lib/takes-text.ts";

/** In ms: a part of the page that is still on its way. What takes longer has not been asked for just now. */
const PATIENCE = 10_000;
const ELSEWHERE = `${TAKES_TEXT}, [role=dialog], [role=alertdialog]`;

let giveUp: (() => void) | undefined;

/**
 * Moves the focus to what was just asked for as soon as it is on the page and can be reached. Gives up after ten seconds,
 * and as soon as the reader turns to something else: a click, Tab, Escape, a key in a field, or the next to be asked for.
 */
export function focusOnceThere(find: () => HTMLElement | null): void {
  giveUp?.();
  const began = performance.now();
  let frame = 0;
  const page = document;

  function end() {
    cancelAnimationFrame(frame);
    page.removeEventListener("pointerdown", end, { capture: true });
    page.removeEventListener("keydown", keyDown, { capture: true });
    if (giveUp === end) giveUp = undefined;
  }

  function keyDown({ key, target }: KeyboardEvent) {
    if (key === "Tab" || key === "Escape" || (target instanceof Element && target.closest(ELSEWHERE))) end();
  }

  function look() {
    const element = find();
    if (element && !element.closest("[inert], [hidden]")) {
      end();
      element.focus();
    } else if (performance.now() - began < PATIENCE) frame = requestAnimationFrame(look);
    else end();
  }

  giveUp = end;
  page.addEventListener("pointerdown", end, { capture: true });
  page.addEventListener("keydown", keyDown, { capture: true });
  frame = requestAnimationFrame(look);
}
