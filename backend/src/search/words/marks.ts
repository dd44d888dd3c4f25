import { fold, isPlain } from "./fold.ts";
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

/** A word as it is compared. The stem is found when it is asked for, which of most words it never is. */
interface Form {
  folded: string;
  stem?: string;
}

interface Word {
  start: number;
  end: number;
  form: Form;
}

/** A longer text is gone through in pieces, of which most have nothing that was looked for. */
const PIECE = 16_384;
/** So much of a piece is in the next one, too, for what stands across. */
const OVERLAP = 512;
const ASCII_END = 0x80;
/** More in one text tell nothing more of where it says most. */
const ENOUGH = 2000;

/** Finds in a text what the index found it by; in a very long one not all of it, where there is very much. */
export function findMarks(text: string, terms: readonly Term[]): Mark[] {
  const italian = terms.some(({ words: { length }, prefix }) => length === 1 && !prefix) && looksItalian(text);
  if (text.length <= PIECE * 2) return marksIn(text, terms, italian);
  const seeds = terms.flatMap(seedsOf);
  const marks: Mark[] = [];
  const seen = new Set<number>();
  for (let start = 0; marks.length < ENOUGH || seen.size < terms.length; ) {
    const end = pieceEnd(text, start + PIECE);
    const piece = text.slice(start, end);
    const folded = fold(piece);
    if (seeds.some((seed) => folded.includes(seed)))
      for (const mark of marksIn(piece, terms, italian)) {
        marks.push({ ...mark, start: mark.start + start, end: mark.end + start });
        seen.add(mark.term);
      }
    if (end >= text.length) break;
    start = Math.max(start + 1, pieceEnd(text, end - OVERLAP));
  }
  return apart(marks);
}

/** What a text must have, folded, where one of the term's words is to be found: a stem differs from the word at its end only. */
function seedsOf({ words, stems, signs }: Term): string[] {
  if (signs.length > 0) return [""];
  return words.slice(0, 1).map((word, index) => {
    const stem = stems[index] as string;
    return hasCjk(word) ? word : stem.slice(0, Math.max(1, Math.min(stem.length - 2, italianStem(word).length)));
  });
}

/** The next end of a word, at most a little further on. */
function pieceEnd(text: string, at: number): number {
  const blank = text.slice(at, at + OVERLAP).search(/\s/);
  return Math.min(text.length, blank === -1 ? at : at + blank);
}

function marksIn(text: string, terms: readonly Term[], italian: boolean): Mark[] {
  const words = wordsOf(text, terms);
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
  const cache = new Map<string, Form[]>();
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    let known = cache.get(word);
    if (!known) {
      const folded = fold(word);
      // One character may come to several words, as ½ does.
      known = isPlain(word) ? [{ folded }] : Array.from(folded.matchAll(WORD), ([folded]) => ({ folded }));
      cache.set(word, known);
    }
    return known.map((form) => ({ start: index, end: index + word.length, form }));
  });
}

/** A stem begins as its word does, in the bytes that both are compared by. */
function hasStem({ form }: Pick<Word, "form">, wanted: string): boolean {
  const [first, other] = [form.folded.charCodeAt(0), wanted.charCodeAt(0)];
  if (first !== other && (first < ASCII_END || other < ASCII_END)) return false;
  form.stem ??= stem(form.folded);
  return form.stem === wanted;
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
      const same =
        hasStem(here, term.stems[index] as string) ||
        (index === last && term.prefix && here.form.folded.startsWith(wanted));
      if (!same) return [];
    } else if (index === 0) {
      if (!here.form.folded.endsWith(wanted)) return [];
      start = Math.max(here.start, here.end - wanted.length);
    } else if (index < last ? here.form.folded !== wanted : !here.form.folded.startsWith(wanted)) return [];
  }
  const end = words[at + last] as Word;
  const tail = term.words[last] as string;
  return [{ start, end: hasCjk(tail) ? Math.min(end.end, end.start + tail.length) : end.end }];
}

function oneWord(text: string, word: Word, { words, stems, prefix }: Term, italian: boolean): Range[] {
  const [wanted = ""] = words;
  if (prefix ? word.form.folded.startsWith(wanted) : hasStem(word, stems[0] as string)) return [word];
  if (italian && !prefix && wanted.length > 3 && italianStem(word.form.folded) === italianStem(wanted)) return [word];
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
      return prefix ? folded.startsWith(wanted) : hasStem({ form: { folded } }, wantedStem);
    });
    if (same !== undefined && pieces.length > 1) found.push({ start: at, end: at + same.length });
    at += piece.length;
  }
  return found;
}

/** Each place of the wanted characters in a run without spaces. */
function insideRun(text: string, { start, end, form: { folded } }: Word, wanted: string): Range[] {
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
