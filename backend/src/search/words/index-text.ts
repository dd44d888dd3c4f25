import { fold, isPlain } from "./fold.ts";
import { italianStem, looksItalian } from "./italian.ts";
import { CJK, hasCjk, pairs, WORD } from "./scripts.ts";
import { ITALIAN, signTokens } from "./signs.ts";

/** What the index keeps of one turn: its words, and what a word split at punctuation would lose. */
export interface IndexText {
  words: string;
  extra: string;
}

const CJK_RUN = new RegExp(`${CJK.source}+`, "gu");
const HUMP = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/;
const CAMEL_WORD = /\b(?=[A-Za-z0-9]*(?:[a-z0-9][A-Z]|[A-Z][A-Z][a-z]))[A-Za-z0-9]{3,80}\b/g;

export function indexText(text: string): IndexText {
  const plain = isPlain(text);
  const folded = plain ? text : fold(text);
  const extra = [...camelParts(text), ...signTokens(text)];
  if (looksItalian(text)) for (const stem of italianStems(plain ? text.toLowerCase() : folded)) extra.push(stem);
  return { words: plain ? text : withPairs(folded), extra: extra.join(" ") };
}

/** A run of CJK becomes its pairs and its last character, so that each character begins one token. */
export function withPairs(folded: string): string {
  if (!hasCjk(folded)) return folded;
  return folded.replace(CJK_RUN, (run) => ` ${[...pairs(run), Array.from(run).at(-1)].join(" ")} `);
}

/** Parts of names in camel case, and each part with the next: `GlyphCacheWarmer` is found by cache and by glyphcache. */
function camelParts(text: string): Iterable<string> {
  const parts = new Set<string>();
  if (!HUMP.test(text)) return parts;
  for (const [name] of text.matchAll(CAMEL_WORD)) {
    const pieces = camelPieces(name);
    if (pieces.length < 2) continue;
    pieces.forEach((piece, index) => {
      const next = pieces[index + 1];
      parts.add(piece.toLowerCase());
      if (next !== undefined && pieces.length > 2) parts.add((piece + next).toLowerCase());
    });
  }
  return parts;
}

export function camelPieces(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
}

function italianStems(folded: string): Iterable<string> {
  const stems = new Set<string>();
  for (const [word] of folded.matchAll(WORD))
    if (word.length > 3 && !hasCjk(word)) stems.add(ITALIAN + italianStem(word));
  return stems;
}
