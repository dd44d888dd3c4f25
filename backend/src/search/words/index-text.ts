import { fold, isPlain } from "./fold.ts";
import { italianStem, looksItalian } from "./italian.ts";
import { CJK, hasCjk, pairs } from "./scripts.ts";
import { ITALIAN, signs } from "./signs.ts";

/** What the index keeps of one turn: its words, and what a word split at punctuation would lose. */
export interface IndexText {
  /** Null where they are the text as it is. */
  said: string | null;
  extra: string;
}

const CJK_RUN = new RegExp(`${CJK.source}+`, "gu");
/** Where a name in camel case has a seam: cheap to look for, the name is then taken around it. */
const SEAM = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/g;
const NAME_PART = /[A-Za-z0-9]/;
const LONGEST_NAME = 80;

export function indexText(text: string): IndexText {
  const plain = isPlain(text);
  const folded = plain ? text : fold(text);
  const extra = camelParts(text);
  for (const { token } of signs(text)) extra.add(token);
  if (looksItalian(text)) addItalianStems(plain ? text.toLowerCase() : folded, extra);
  return { said: plain ? null : withPairs(folded), extra: extra.size === 0 ? "" : [...extra].join(" ") };
}

/** A run of CJK becomes its pairs and its last character, so that each character begins one token. */
function withPairs(folded: string): string {
  if (!hasCjk(folded)) return folded;
  return folded.replace(CJK_RUN, (run) => ` ${[...pairs(run), Array.from(run).at(-1)].join(" ")} `);
}

/** Parts of names in camel case, and each part with the next: `GlyphCacheWarmer` is found by cache and by glyphcache. */
function camelParts(text: string): Set<string> {
  const parts = new Set<string>();
  SEAM.lastIndex = 0;
  for (let match = SEAM.exec(text); match; match = SEAM.exec(text)) {
    let start = match.index;
    let end = start + 2;
    while (start > 0 && NAME_PART.test(text.charAt(start - 1))) start--;
    while (end < text.length && NAME_PART.test(text.charAt(end))) end++;
    SEAM.lastIndex = end;
    if (end - start > LONGEST_NAME) continue;
    const pieces = camelPieces(text.slice(start, end));
    for (const [index, piece] of pieces.entries()) {
      const next = pieces[index + 1];
      parts.add(piece.toLowerCase());
      if (next !== undefined && pieces.length > 2) parts.add((piece + next).toLowerCase());
    }
  }
  return parts;
}

export function camelPieces(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
}

const LETTERS = /[a-z]{4,}/g;

function addItalianStems(folded: string, to: Set<string>): void {
  for (const word of folded.match(LETTERS) ?? []) to.add(ITALIAN + italianStem(word));
}
