import { createContext, type ReactNode, type RefObject, useContext } from "react";
import { densestMark, findMarks, usePassageMarks } from "../../ui/passage-marks.ts";
import { useLanding } from "../../ui/use-landing.ts";

/** A place in the sought document that a search led to. */
export type Passage = {
  /** Another key is another place to go to. */
  key: string;
  /** The words to mark. */
  marks: readonly string[];
  /** When the decision was taken that was found, ISO 8601; null for another document. */
  at: string | null;
  /** What leads to the other places. */
  bar: ReactNode;
};

const PassageContext = createContext<Passage | null>(null);

export const PassageProvider = PassageContext.Provider;

export const usePassage = (): Passage | null => useContext(PassageContext);

/** The same instant, however it is written. */
export const instant = (iso: string | null): string | undefined => {
  const time = Date.parse(iso ?? "");
  return Number.isNaN(time) ? undefined : String(time);
};

const TEXT = "[data-sought-text]";
const NO_MARKS: readonly string[] = [];

/** Marks the passage's words in the sought document, and brings the place with most of them into sight. */
export function useShownPassage(scroller: RefObject<HTMLElement | null>, passage: Passage | null): void {
  usePassageMarks(scroller, TEXT, passage?.marks ?? NO_MARKS, passage?.key);
  useLanding(scroller, passage?.key ?? null, () => {
    const text = scroller.current?.querySelector(TEXT);
    if (!passage || !text) return null;
    const at = instant(passage.at);
    const place = (at && text.querySelector(`[data-at="${at}"]`)) || text;
    return densestMark(findMarks([place], passage.marks))?.range ?? place;
  });
}
