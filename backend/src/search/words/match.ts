import { italianStem } from "./italian.ts";
import { stem } from "./porter.ts";
import { phraseTokens, type Term } from "./query-words.ts";
import { hasCjk } from "./scripts.ts";
import { ITALIAN } from "./signs.ts";

const SHORTEST_ITALIAN = 4;
const SHORTEST_BEGINNING = 3;
/** So much a stem may be shorter than what was typed of its word. */
const ENDING = 7;

/** The terms in the syntax of the full-text index: nothing of what was typed is syntax any more. */
export function matchExpression(terms: readonly Term[], any: boolean): string {
  return terms.map(expression).join(any ? " OR " : " AND ");
}

function expression(term: Term): string {
  const parts = term.signs.map(quote);
  if (term.words.length > 0) parts.push(wordsExpression(term));
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(" AND ")})`;
}

function wordsExpression(term: Term): string {
  const { tokens, open } = phraseTokens(term);
  const word = term.words.at(-1) as string;
  if (term.prefix && !hasCjk(word)) tokens[tokens.length - 1] = withItsOwnStem(word);
  const phrase = quote(tokens.join(" ")) + (open ? "*" : "");
  if (hasCjk(word) || (term.words.length > 1 && !term.prefix)) return phrase;
  const before = tokens.slice(0, -1);
  const others = term.prefix
    ? beginnings(word).map((beginning) => [...before, beginning].join(" "))
    : word.length >= SHORTEST_ITALIAN
      ? [ITALIAN + italianStem(word)]
      : [];
  return others.length === 0 ? phrase : `(${[phrase, ...others.map(quote)].join(" OR ")})`;
}

/**
 * The index has stems: "generation" is there as "gener", which "generati" is no beginning of. Stems that could be of a
 * word with this beginning are looked for too; whether it is one shows in the text.
 */
function beginnings(word: string): string[] {
  const found: string[] = [];
  for (let length = Math.max(SHORTEST_BEGINNING, word.length - ENDING); length < word.length; length++)
    found.push(word.slice(0, length));
  return found;
}

/**
 * The index stems a beginning, too: "key" to "kei", which "keyboard" doesn't begin with. As much of it as it leaves as it
 * is finds all that begins with the word, and more.
 */
function withItsOwnStem(word: string): string {
  let length = word.length;
  while (length > 1 && !word.startsWith(stem(word.slice(0, length)))) length--;
  return word.slice(0, length);
}

const quote = (tokens: string) => `"${tokens}"`;
