import { type RefObject, useEffect } from "react";
import { fold, foldWithPlaces } from "../lib/session-filter.ts";
import "./passage-marks.css";

/** An underscore joins words, as the index takes them apart: `importo` is found in `importo_netto`. */
const WORD = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words: a word may begin and end anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** A text that marks everything marks nothing. */
const MOST = 2_000;
/** Code units that are read at one glance. */
const GLANCE = 240;

export type Mark = { range: Range; word: string; at: number };

/** Where the words stand in what is shown, in reading order: whole words, whatever their case and accents. */
export function findMarks(roots: Iterable<Element>, words: readonly string[]): Mark[] {
  const wanted = [...new Set(words.map((word) => fold(word).trim()).filter(Boolean))];
  const marks: Mark[] = [];
  let before = 0;
  if (wanted.length === 0) return marks;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && marks.length < MOST; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      marks.push(...inText(node, text, wanted, before));
      before += text.length;
    }
  }
  return marks;
}

function inText(node: Node, text: string, words: readonly string[], before: number): Mark[] {
  const { folded, from } = foldWithPlaces(text);
  const found: Mark[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      if (!isWhole(folded, at, word)) continue;
      const range = document.createRange();
      range.setStart(node, from[at] ?? 0);
      range.setEnd(node, from[at + word.length] ?? text.length);
      found.push({ range, word, at: before + (from[at] ?? 0) });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function isWhole(text: string, at: number, word: string): boolean {
  const joins = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && WORD.test(a) && WORD.test(b) && !UNSPACED.test(a) && !UNSPACED.test(b);
  const end = at + word.length;
  return !joins(text[at - 1], word[0]) && !joins(word.at(-1), text[end]);
}

/** Where to look first: the earliest place with the most different words at one glance. */
export function densestMark(marks: readonly Mark[]): Mark | undefined {
  let best: Mark | undefined;
  let most = 0;
  marks.forEach((mark, index) => {
    const words = new Set<string>();
    for (let next = index; next < marks.length; next++) {
      const other = marks[next];
      if (!other || other.at > mark.at + GLANCE) break;
      words.add(other.word);
    }
    if (words.size > most) {
      most = words.size;
      best = mark;
    }
  });
  return best;
}

const NAME = "passage";

/**
 * Marks the words in what `roots` gives, also in what is laid out later. It paints over the text and leaves the elements
 * alone, which belong to their viewers; an older browser, which can't, shows the text without.
 */
export function usePassageMarks(
  within: RefObject<Element | null>,
  roots: string,
  words: readonly string[],
  subject: unknown,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another element under the same ref
  useEffect(() => {
    const element = within.current;
    if (!element || words.length === 0 || typeof Highlight === "undefined") return;
    let frame = 0;
    const paint = () => {
      frame = 0;
      const found = findMarks(element.querySelectorAll(roots), words);
      CSS.highlights.set(NAME, new Highlight(...found.map(({ range }) => range)));
    };
    const paintSoon = () => {
      frame ||= requestAnimationFrame(paint);
    };
    const observer = new MutationObserver(paintSoon);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    paint();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [within, roots, words, subject]);
}
