/** In UTF-16 units: what fast fingers type before a terminal is there. */
const MOST = 1024;
/** A program that takes longer has not been asked for just now. */
const LONGEST_MS = 10_000;
const sent: Record<string, string> = { Enter: "\r", Backspace: "\x7f" };
const takesText = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** What is typed between asking for a terminal and its having the focus. */
export interface TypeAhead {
  /** From here on what is typed nowhere else is kept. */
  begin(): void;
  /** What was kept, once, and no more is. */
  take(): string;
}

/**
 * Whoever asks for a terminal begins to type, and a program takes its time to start. Kept are characters, Enter and
 * Backspace; all of it is dropped as soon as the reader turns to something else: a click, Tab, Escape, a field.
 * After ten seconds too: then the keys are the page's again.
 */
export function createTypeAhead(page: Document = document): TypeAhead {
  let typed = "";
  let patience: ReturnType<typeof setTimeout> | undefined;

  function end() {
    typed = "";
    clearTimeout(patience);
    page.removeEventListener("keydown", keyDown, { capture: true });
    page.removeEventListener("pointerdown", end, { capture: true });
  }

  function keyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, altKey, metaKey, isComposing } = event;
    const elsewhere = target instanceof Element && target.closest(takesText) !== null;
    if (elsewhere || key === "Tab" || key === "Escape") return end();
    const isText = [...key].length === 1 && !isComposing;
    const data = isText ? key : sent[key];
    // AltGr makes characters too, and says so as Ctrl and Alt.
    const isShortcut = metaKey || (ctrlKey || altKey ? !event.getModifierState("AltGraph") : false);
    if (data === undefined || isShortcut) return;
    // Space and Enter would press the button that the focus may still be on.
    event.preventDefault();
    event.stopPropagation();
    if (typed.length + data.length <= MOST) typed += data;
  }

  return {
    begin() {
      end();
      patience = setTimeout(end, LONGEST_MS);
      page.addEventListener("keydown", keyDown, { capture: true });
      page.addEventListener("pointerdown", end, { capture: true });
    },
    take() {
      const all = typed;
      end();
      return all;
    },
  };
}

/** The page's own: one person types. */
export const typeAhead = createTypeAhead();
