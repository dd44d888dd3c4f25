import { fold } from "./fold.ts";
import { camelPieces } from "./index-text.ts";
import { italianStem, looksItalian } from "./italian.ts";
import { stem } from "./porter.ts";
import type { Term } from "./query-words.ts";
import { hasCjk, WORD } from "./scripts.ts";
import { signs } from "./signs.ts";

/** Where in a text something matched, in UTF-16 units, and which of the terms. In order, and apart from each other. */
export interface Mark {
  start: number;
  end: number;
  term: number;
}

interface Word {
  start: number;
  end: number;
  folded: string;
  stem: string;
}

/** Finds in a text what the index found it by. */
export function findMarks(text: string, terms: readonly Term[]): Mark[] {
  const words = wordsOf(text, terms);
  const italian = terms.some(({ words: { length }, prefix }) => length === 1 && !prefix) && looksItalian(text);
  const marks: Mark[] = [];
  for (const [index, term] of terms.entries()) {
    if (term.words.length > 0)
      for (let at = 0; at < words.length; at++)
        for (const mark of marksAt(text, words, at, term, italian)) marks.push({ ...mark, term: index });
    if (term.signs.length > 0)
      for (const { token, start, end } of signs(text))
        if (term.signs.includes(token)) marks.push({ start, end, term: index });
  }
  return apart(marks);
}

function wordsOf(text: string, terms: readonly Term[]): Word[] {
  if (terms.every(({ words }) => words.length === 0)) return [];
  const cache = new Map<string, { folded: string; stem: string }[]>();
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    let known = cache.get(word);
    if (!known) {
      // One character may come to several words, as ½ does.
      known = Array.from(fold(word).matchAll(WORD), ([folded]) => ({ folded, stem: stem(folded) }));
      cache.set(word, known);
    }
    return known.map((folded) => ({ start: index, end: index + word.length, ...folded }));
  });
}

type Range = Pick<Mark, "start" | "end">;

function marksAt(text: string, words: readonly Word[], at: number, term: Term, italian: boolean): Range[] {
  const [first = ""] = term.words;
  const word = words[at] as Word;
  if (term.words.length === 1) return hasCjk(first) ? insideRun(text, word, first) : oneWord(text, word, term, italian);
  const last = term.words.length - 1;
  let start = word.start;
  for (let index = 0; index <= last; index++) {
    const here = words[at + index];
    const wanted = term.words[index] as string;
    if (!here) return [];
    if (!hasCjk(wanted)) {
      const same = here.stem === term.stems[index] || (index === last && term.prefix && here.folded.startsWith(wanted));
      if (!same) return [];
    } else if (index === 0) {
      if (!here.folded.endsWith(wanted)) return [];
      start = Math.max(here.start, here.end - wanted.length);
    } else if (index < last ? here.folded !== wanted : !here.folded.startsWith(wanted)) return [];
  }
  const end = words[at + last] as Word;
  const tail = term.words[last] as string;
  return [{ start, end: hasCjk(tail) ? Math.min(end.end, end.start + tail.length) : end.end }];
}

function oneWord(text: string, word: Word, { words, stems, prefix }: Term, italian: boolean): Range[] {
  const [wanted = ""] = words;
  if (prefix ? word.folded.startsWith(wanted) : word.stem === stems[0]) return [word];
  if (italian && !prefix && wanted.length > 3 && italianStem(word.folded) === italianStem(wanted)) return [word];
  return insideName(text.slice(word.start, word.end), word.start, wanted, stems[0] as string, prefix);
}

/** A part of a name in camel case, or two parts in a row. */
function insideName(name: string, start: number, wanted: string, wantedStem: string, prefix: boolean): Range[] {
  if (!/[A-Z]/.test(name.slice(1))) return [];
  const pieces = camelPieces(name);
  const found: Range[] = [];
  let at = start;
  for (const [index, piece] of pieces.entries()) {
    const pair = piece + (pieces[index + 1] ?? "");
    const same = [piece, pair].find((part) => {
      const folded = fold(part);
      return prefix ? folded.startsWith(wanted) : stem(folded) === wantedStem;
    });
    if (same !== undefined && pieces.length > 1) found.push({ start: at, end: at + same.length });
    at += piece.length;
  }
  return found;
}

/** Each place of the wanted characters in a run without spaces. */
function insideRun(text: string, { start, end, folded }: Word, wanted: string): Range[] {
  if (!folded.includes(wanted)) return [];
  const run = text.slice(start, end);
  const found: Range[] = [];
  // Folding may join a letter and its voicing mark, so the places are found by the run's own characters.
  const points = Array.from(run.matchAll(/[^\p{M}][\p{M}\uff9e\uff9f]*/gu), ({ 0: point, index }) => ({
    index,
    point,
  }));
  const plain = points.map(({ point }) => fold(point));
  for (let at = 0; at < plain.length; at++) {
    let text = "";
    let next = at;
    while (next < plain.length && text.length < wanted.length) text += plain[next++];
    if (text !== wanted) continue;
    const last = points[next - 1] as { index: number; point: string };
    found.push({ start: start + (points[at]?.index ?? 0), end: start + last.index + last.point.length });
    at = next - 1;
  }
  return found;
}

function apart(marks: Mark[]): Mark[] {
  marks.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Mark[] = [];
  for (const mark of marks) if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
  return kept;
}

/** Does the text really have each of the words of which only the beginning was given? */
export function hasBeginnings(text: string, terms: readonly Term[], any: boolean): boolean {
  const begun = terms.filter(({ prefix, words }) => prefix && words.length > 0 && !hasCjk(words.at(-1) as string));
  if (begun.length === 0) return true;
  const marks = any ? findMarks(text, terms) : [];
  return any ? marks.length > 0 : begun.every((term) => findMarks(text, [term]).length > 0);
}
