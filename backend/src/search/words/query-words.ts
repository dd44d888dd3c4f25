import { fold } from "./fold.ts";
import { stem } from "./porter.ts";
import { CJK, pairs, WORD } from "./scripts.ts";
import { type Sign, signs } from "./signs.ts";

/** One thing that is looked for: a word, a phrase, or what a word of signs comes to. */
export interface Term {
  /** Folded words in order; a run of CJK is one. */
  words: string[];
  /** The stem of each word. */
  stems: string[];
  /** The last word may go on. */
  prefix: boolean;
  /** Tokens for signs and pictures in it. */
  signs: string[];
}

const ITEM = /"([^"]*)"(\*?)|([^\s"]+)/g;
/** More different ones than this say nothing more. */
const MOST = 200;

/** What was typed, as terms. Anything can be typed: what has neither letter, digit nor picture is no term. */
export function queryTerms(text: string): Term[] {
  const terms = new Map<string, Term>();
  for (const [whole, phrase, star, word = ""] of text.replaceAll("\0", " ").matchAll(ITEM)) {
    const prefix = phrase === undefined ? word.endsWith("*") : star === "*" || phrase.endsWith("*");
    const term = termOf(phrase ?? word, prefix);
    if (term && terms.size < MOST) terms.set(`${phrase === undefined}${whole.toLowerCase()}`, term);
  }
  return [...terms.values()];
}

function termOf(text: string, prefix: boolean): Term | null {
  const found = signs(text);
  // Of `C++` nothing is left to look for besides the sign: a C elsewhere is something else.
  const words = found.length > 0 && wordsIn(withoutSigns(text, found)).length === 0 ? [] : wordsIn(text);
  if (words.length === 0 && found.length === 0) return null;
  return { words, stems: words.map(stem), prefix, signs: found.map(({ token }) => token) };
}

const wordsIn = (text: string) => Array.from(fold(text).matchAll(WORD), ([word]) => word);

const withoutSigns = (text: string, found: readonly Sign[]) =>
  found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);

/** The tokens that the index has for those words in a row, and whether the last of them may be only the start of one. */
export function phraseTokens({ words, prefix }: Term): { tokens: string[]; open: boolean } {
  const tokens: string[] = [];
  let open = prefix;
  for (const [index, word] of words.entries()) {
    if (!CJK.test(word)) {
      tokens.push(word);
      continue;
    }
    const characters = Array.from(word);
    const last = index === words.length - 1;
    tokens.push(...pairs(word));
    // A last character alone begins the pair that it is the first of; otherwise the run may go on after the last pair.
    if (!last || characters.length === 1) tokens.push(characters.at(-1) as string);
    if (last) open = characters.length === 1;
  }
  return { tokens, open };
}
