import type { Side } from "./pane-layout.ts";

/**
 * What a key does with the panes: another one beside or below, none in this place, or on to the next on a side. `held`
 * is one of the first two that is still down: it was meant once, and for nobody else.
 */
export type PaneKey =
  | { act: "split"; side: "right" | "below" }
  | { act: "close" }
  | { act: "held" }
  | { act: "go"; side: Side };

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "repeat">;

const meanings: Record<string, PaneKey> = {
  e: { act: "split", side: "right" },
  o: { act: "split", side: "below" },
  x: { act: "close" },
  arrowleft: { act: "go", side: "left" },
  arrowright: { act: "go", side: "right" },
  arrowup: { act: "go", side: "above" },
  arrowdown: { act: "go", side: "below" },
};

/** Ctrl-Shift with a letter, which a program can't tell from Ctrl alone and so never waits for; with an arrow, where there is a next pane. */
export function paneKey({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: Key): PaneKey | null {
  if (!ctrlKey || !shiftKey || metaKey || altKey) return null;
  const meaning = meanings[key.toLowerCase()] ?? null;
  return repeat && meaning && meaning.act !== "go" ? { act: "held" } : meaning;
}
