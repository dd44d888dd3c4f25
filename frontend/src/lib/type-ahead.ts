import { TAKES_TEXT } from "./takes-text.ts";

/** In UTF-16 units: what fast fingers type before a field is there. */
const MOST = 1024;
/** What takes longer has not been asked for just now. */
const LONGEST_MS = 10_000;
const sent: Record<string, string> = { Enter: "\r", Backspace: "\x7f" };
const TAKES_KEYS = `${TAKES_TEXT}, [role=dialog], [role=alertdialog]`;

/** What is typed between asking for something to type into and its having the focus. */
export interface TypeAhead {
  /** From here on what is typed nowhere else is kept. Escape calls `onEscape` and is then nobody else's. */
  begin(onEscape?: () => void): void;
  /** What was kept, once, and no more is. */
  take(): string;
}

/**
 * Whoever asks for a terminal, or for the search, begins to type at once, and the thing takes its time to be there. Kept
 * are characters, Enter (as `\r`) and Backspace (as `\x7f`); all of it is dropped as soon as the reader turns to
 * something else: a click, Tab, Escape, or a field, unless `fields` are not where the keys were meant to go. After ten
 * seconds too: then the keys are the page's again.
 */
export function createTypeAhead({ fields = "theirs" }: { fields?: "theirs" | "kept" } = {}): TypeAhead {
  const page = document;
  let typed = "";
  let patience: ReturnType<typeof setTimeout> | undefined;
  let escaped: (() => void) | undefined;

  function end() {
    typed = "";
    escaped = undefined;
    clearTimeout(patience);
    page.removeEventListener("keydown", keyDown, { capture: true });
    page.removeEventListener("pointerdown", end, { capture: true });
  }

  function keyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, altKey, metaKey, isComposing } = event;
    if (key === "Escape" && escaped && !isComposing) {
      event.preventDefault();
      event.stopPropagation();
      escaped();
      return end();
    }
    const elsewhere = target instanceof Element && target.closest(TAKES_KEYS) !== null;
    if ((fields === "theirs" && elsewhere) || key === "Tab" || key === "Escape") return end();
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
    begin(onEscape) {
      end();
      escaped = onEscape;
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

/** The text that a field would hold after these keys. */
export function textOf(typed: string): string {
  const kept: string[] = [];
  for (const key of typed) {
    if (key === "\x7f") kept.pop();
    else if (key !== "\r") kept.push(key);
  }
  return kept.join("");
}
