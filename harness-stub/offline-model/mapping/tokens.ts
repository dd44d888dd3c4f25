/** One word of a question. `text` is folded (lower case, no accents), `raw` is as it was written. */
export interface Token {
  text: string;
  raw: string;
  /** True when a comma or semicolon stands between this word and the next. */
  comma: boolean;
}

/** Lower case without accents, with typographic apostrophes made plain. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[’‘`´]/g, "'")
    .toLowerCase();

// Letters and digits make words. Every other sign that could change a meaning (<, =, +, a lone hyphen …) is a word of
// its own, so that it is never dropped unread; only plain punctuation is.
const WORD = /[\p{L}\p{N}\p{M}]+|[%&/<>=≠≤≥≈~±×+*|^$#@\\]|(?<=\s)[-–—](?=\s)/gu;

const COMMA = /\s*[,;]/y;

const SAME_AS: Record<string, string> = { "%": "percentuale", "&": "e", "/": "e" };

/** Splits a question into words. Apostrophes and hyphens inside a word separate: `dell'elettronica` is two words. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const whole = text.normalize("NFC");
  for (const match of whole.matchAll(WORD)) {
    const raw = match[0];
    const folded = fold(raw);
    COMMA.lastIndex = match.index + raw.length;
    tokens.push({ text: SAME_AS[folded] ?? folded, raw, comma: COMMA.test(whole) });
  }
  return tokens;
}

/** The folded words of a phrase, joined by one space: the key under which the phrase index keeps it. */
export const phraseKey = (text: string): string =>
  tokenise(text)
    .map((token) => token.text)
    .join(" ");
