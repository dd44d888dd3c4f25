// Vowel signs of Indic scripts are letters in all but name and stay; nuktas and Thai tones are what a hurried hand leaves out,
// and a soft hyphen shows only where a line ends.
const DIACRITICS = new RegExp(
  "[[\\p{M}&&[\\p{Script=Inherited}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}" +
    "\\p{Script=Syriac}\\p{Script=Coptic}\\p{Script=Armenian}\\p{Script=Georgian}]]--[\\u3099\\u309a]]" +
    "|[\\u00ad\\u0640\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc\\u0e47-\\u0e4e]",
  "gv",
);
/** Letters with a stroke or a tail, which no normal form takes apart, ligatures, and sigma at a word's end. */
const LETTERS: Record<string, string> = {
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  ƀ: "b",
  ɨ: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ς: "σ",
};
/** What stands for signs, pictures and stems in the index, and NUL: nothing that a text says. */
const OWN = /[\0\ue000\ue023\ue02b\ue100]/g;
const STROKED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * A text as it is compared: lower case, without diacritics in any script, full width and other forms made plain.
 * Voicing marks of kana and vowel signs stay, for they make another word. Not of the text's length.
 */
export function fold(text: string): string {
  return isPlain(text) ? text.toLowerCase() : foldRich(text);
}

function foldRich(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(DIACRITICS, "")
    .normalize("NFC")
    .replace(STROKED, (letter) => LETTERS[letter] as string)
    .replace(OWN, " ");
}

/** Nothing but ASCII, without a NUL: by what it takes in UTF-8, for that is counted many characters at once. */
export function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length && !text.includes("\0");
}
