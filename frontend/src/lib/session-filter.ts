import type { SessionSummary } from "@thothii/backend/api/sessions";
import { sessionName } from "./session-name.ts";

/** Part of a text, `true` where the filter found it. */
export type MarkedText = { text: string; match: boolean }[];

/** What was typed as the words to be found, without case and accents. */
export const filterWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** The words that a title has to have of what was typed into the search; what only the index understands is none. */
export const titleWords = (typed: string): string[] => filterWords(typed.replace(/["«»“”*]/g, " "));

/** Every word is somewhere in the name, the question, the group, the author or the id. */
export function matchesWords(row: SessionSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchable(row);
  return words.every((word) => text.includes(word));
}

/** `text` in pieces, those that match marked; as it came, for folding may change its length. */
export function markWords(text: string, words: readonly string[]): MarkedText {
  const { folded, from } = foldWithPlaces(text);
  const hits = words
    .flatMap((word) =>
      places(folded, word).map((start) => [from[start] ?? 0, from[start + word.length] ?? text.length]),
    )
    .sort(([a = 0], [b = 0]) => a - b);
  const pieces: MarkedText = [];
  let done = 0;
  for (const [start = 0, end = 0] of hits) {
    if (end <= done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), match: false });
    pieces.push({ text: text.slice(Math.max(start, done), end), match: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), match: false });
  return pieces;
}

/**
 * Where a row was found though its name doesn't show it: the part of its question around the first match, its author or
 * its id. Null where the name or the group's header says it all.
 */
export function foundElsewhere(row: SessionSummary, words: readonly string[]): string | null {
  const seen = fold(`${sessionName(row)}\n${row.group ?? ""}`);
  const hidden = words.find((word) => !seen.includes(word));
  if (hidden === undefined) return null;
  for (const field of [row.question, row.author, row.id]) {
    const text = field?.replace(/\s+/g, " ").trim() ?? "";
    const { folded, from } = foldWithPlaces(text);
    const index = folded.indexOf(hidden);
    if (index >= 0) return around(text, from[index] ?? 0);
  }
  return null;
}

const lead = 18;

function around(text: string, start: number): string {
  if (start <= lead) return text;
  const space = text.indexOf(" ", start - lead);
  return `…${text.slice(space >= 0 && space < start ? space + 1 : start)}`;
}

function places(text: string, word: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
}

// What is plain already, and most is, needs no more than small letters.
const isPlain = (text: string) => /^[\n -~]*$/.test(text);

/** Small letters without accents. */
export const fold = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .normalize("NFD")
        .replace(/\p{Diacritic}/gu, "")
        .toLocaleLowerCase("it")
        .replaceAll("ς", "σ");

/** The folded text, and for each of its places the place in `text` where that character begins. */
export function foldWithPlaces(text: string): { folded: string; from: number[] } {
  let folded = "";
  const from: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let unit = 0; unit < plain.length; unit++) from.push(place);
    folded += plain;
    place += character.length;
  }
  return { folded, from };
}

/** Ten thousand rows are looked through at each key; folding them each time would be felt. */
const folded = new WeakMap<SessionSummary, string>();

function searchable(row: SessionSummary): string {
  let text = folded.get(row);
  if (text === undefined) {
    text = fold([sessionName(row), row.question, row.group, row.author, row.id].filter(Boolean).join("\n"));
    folded.set(row, text);
  }
  return text;
}
