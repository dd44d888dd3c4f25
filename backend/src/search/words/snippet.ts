import type { Snippet } from "../../../api/search.ts";
import type { Mark } from "./marks.ts";

const LENGTH = 240;
/** Of it before the first mark. */
const LEAD = 60;
const BLANKS = /\s+/g;
let segmenter: Intl.Segmenter | undefined;

/** The passage that has most of what was looked for, cut between words, with the marks in it and whole characters only. */
export function snippet(text: string, marks: readonly Mark[]): Snippet {
  const from = marks.length === 0 ? 0 : bestStart(marks);
  const start = from - LEAD <= 0 ? 0 : wordStart(text, from - LEAD, from);
  const cut = start + LENGTH >= text.length ? text.length : wholeCharacter(text, wordEnd(text, start + LENGTH));
  // One that is longer than the whole passage is shown, and marked, as far as that goes.
  const inside = marks
    .filter((mark) => mark.start >= start && (mark.end <= Math.max(cut, from) || mark.start === from))
    .map((mark) => ({ ...mark, end: Math.min(mark.end, Math.max(cut, from)) }));
  const end = Math.max(cut, inside.at(-1)?.end ?? 0);
  const pieces: Snippet = [];
  let at = start;
  for (const mark of inside) {
    const [first, last] = [Math.max(at, wholeCharacterStart(text, mark.start)), wholeCharacter(text, mark.end)];
    if (last <= first) continue;
    push(pieces, text.slice(at, first), false);
    push(pieces, text.slice(first, last), true);
    at = last;
  }
  push(pieces, text.slice(at, end), false);
  if (start > 0) lead(pieces);
  if (end < text.length) pieces.push({ text: "…", hit: false });
  return pieces;
}

/** Where the window begins that holds most different terms, and of those most marks. */
function bestStart(marks: readonly Mark[]): number {
  let best = marks[0] as Mark;
  let bestScore = 0;
  for (const [index, mark] of marks.entries()) {
    const seen = new Set<number>();
    let count = 0;
    for (let next = index; next < marks.length; next++) {
      const other = marks[next] as Mark;
      if (other.end > mark.start + LENGTH - LEAD) break;
      seen.add(other.term);
      count++;
    }
    const score = seen.size * 1000 + Math.min(count, 999);
    if (score > bestScore) {
      best = mark;
      bestScore = score;
    }
  }
  return best.start;
}

function wordStart(text: string, from: number, before: number): number {
  const blank = text.slice(from, before).search(/\s/);
  return blank === -1 ? wholeCharacterStart(text, from) : from + blank + 1;
}

function wordEnd(text: string, at: number): number {
  const blank = text.slice(at - 20, at).search(/\s\S*$/);
  return blank === -1 ? at : at - 20 + blank;
}

/** The end of the character that ends at or around `at`: marks, modifiers and joined pictures are part of it. */
function wholeCharacter(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  const from = Math.max(0, at - 40);
  const found = segments(text.slice(from, at + 40)).find(({ end }) => from + end >= at);
  return found ? from + found.end : at;
}

function wholeCharacterStart(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  const from = Math.max(0, at - 40);
  const found = segments(text.slice(from, at + 40)).findLast(({ start }) => from + start <= at);
  return found ? from + found.start : at;
}

const isPlainEdge = (text: string, at: number) =>
  !(text.charCodeAt(at) > 0x2ff) && !(text.charCodeAt(at - 1) > 0x2ff && text.charCodeAt(at) > 0x2ff);

function segments(text: string): { start: number; end: number }[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ index, segment }) => ({ start: index, end: index + segment.length }));
}

function push(pieces: Snippet, text: string, hit: boolean): void {
  const shown = text.replace(BLANKS, " ");
  if (shown !== "") pieces.push({ text: shown, hit });
}

function lead(pieces: Snippet): void {
  const [first] = pieces;
  if (first && !first.hit) first.text = `…${first.text}`;
  else pieces.unshift({ text: "…", hit: false });
}
