/** Short words that Italian prose is full of and English has none of; a few of them tell the language. */
const TELLING = new Set(
  "che di della del dei delle dal dalla nel nella per con una gli sono questo questa anche alla perché più abbiamo dobbiamo".split(
    " ",
  ),
);
const ENOUGH = 3;
const LOOKED_AT = 400;
/** Cheap, and wrong only about what is no Italian. */
const MAYBE = / (?:che|di|della|del|per|una|con|sono|non) /i;

/** Does the text read as Italian? Looks at its beginning only. */
export function looksItalian(text: string): boolean {
  const start = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  if (!MAYBE.test(start)) return false;
  let count = 0;
  for (const word of start.toLowerCase().split(/[^a-zà-ù]+/)) if (TELLING.has(word) && ++count === ENOUGH) return true;
  return count > 0 && start.length < 40;
}

const SHORTEST = 4;

/**
 * A light stem of a folded word: singular and plural, masculine and feminine fall together (decisione, decisioni; banca,
 * banche; approvato, approvate), other forms of a verb don't.
 */
export function italianStem(word: string): string {
  if (word.length < SHORTEST) return word;
  const bare = word.replace(/(?:i[aeio]|h?[aeiou])$/, "");
  return bare.length < SHORTEST - 1 ? word : bare;
}
