/** Words that Italian prose is full of and English has none of; a few of them tell the language. */
const COMMON =
  /(?:^|\s)(?:che|di|della|del|dei|delle|dal|nel|nella|per|non|una|sono|gli|con|più|è|perché|questo|questa|come|anche|alla|il|lo|la|le|si|ma|da|ho|abbiamo|dobbiamo|va|fa)(?=[\s,.;:!?])/giu;
const TELLING = 2;
const PER_CHARACTERS = 120;

/** Does the text read as Italian? Looks at its beginning only. */
export function looksItalian(text: string): boolean {
  const start = text.slice(0, 1200);
  let count = 0;
  COMMON.lastIndex = 0;
  while (COMMON.test(start)) count++;
  return count >= Math.max(TELLING, start.length / PER_CHARACTERS);
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
