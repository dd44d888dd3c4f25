// Porter's rules for English suffixes, as SQLite's full-text index applies them to a word's bytes: a passage must be
// marked by what it was found by. A test holds the two together.
type Rule = readonly [suffix: string, replacement: string];

const rules = (text: string): Rule[] => text.split(" ").map((pair) => pair.split(">") as [string, string]);

const STEP_2 = rules(
  "ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent eli>e ousli>ous " +
    "ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble",
);
const STEP_3 = rules("ical>ic ness> icate>ic iciti>ic ful> ative> alize>al");
const STEP_4 = rules(
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>",
);
const LONGEST = 64;
const isAscii = /^[\0-\x7f]*$/;

/** What the index keeps of a folded word. Only to be compared with other stems: not always text. */
export function stem(word: string): string {
  const bytes = isAscii.test(word) ? word : Buffer.from(word, "utf8").toString("latin1");
  return bytes.length < 3 || bytes.length > LONGEST ? bytes : allSteps(bytes);
}

function allSteps(word: string): string {
  let stem = step1c(step1b(step1a(word)));
  stem = replace(stem, STEP_2, (rest) => measure(rest) > 0);
  stem = replace(stem, STEP_3, (rest) => measure(rest) > 0);
  stem = replace(stem, STEP_4, (rest, suffix) => measure(rest) > 1 && (suffix !== "ion" || /[st]$/.test(rest)));
  return step5(stem);
}

function step1a(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  const plural = (word.length > 4 && word.endsWith("sses")) || (word.length > 3 && word.endsWith("ies"));
  return word.slice(0, plural ? -2 : -1);
}

function step1b(word: string): string {
  if (word.length > 3 && word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const length = word.length > 2 && word.endsWith("ed") ? 2 : word.length > 3 && word.endsWith("ing") ? 3 : 0;
  if (length === 0 || !hasVowel(word.slice(0, -length))) return word;
  const rest = word.slice(0, -length);
  if (rest.length > 2 && /(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  const last = rest.at(-1) as string;
  if (!/[aeioulsz]/.test(last) && last === rest.at(-2)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function step1c(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function step5(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const count = measure(rest);
    if (count > 1 || (count === 1 && !endsShort(rest))) stem = rest;
  }
  return stem.length > 1 && stem.endsWith("ll") && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

/** The first suffix that is there decides, also where its condition fails. */
function replace(word: string, step: readonly Rule[], applies: (rest: string, suffix: string) => boolean): string {
  for (const [suffix, replacement] of step) {
    if (word.length <= suffix.length || !word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return applies(rest, suffix) ? rest + replacement : word;
  }
  return word;
}

/** `true` for each consonant; y is one after a vowel and at the start. */
function consonants(word: string): boolean[] {
  let before = false;
  return Array.from(word, (letter) => {
    before = !("aeiou".includes(letter) || (before && letter === "y"));
    return before;
  });
}

/** How often a vowel is followed by a consonant. */
function measure(word: string): number {
  const kinds = consonants(word);
  return kinds.filter((consonant, index) => consonant && index > 0 && !kinds[index - 1]).length;
}

function hasVowel(word: string): boolean {
  return /^[aeiou]|.[aeiouy]/s.test(word);
}

/** Consonant, vowel, consonant other than w, x, y. */
function endsShort(word: string): boolean {
  if (/[wxy]$/.test(word)) return false;
  return word.length > 2 && consonants(word).slice(-3).join() === "true,false,true";
}
