/** Scripts written without spaces between words: Han, kana, bopomofo, and Hangul, whose words take endings. */
const CJK_RANGES =
  "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035\\u3038-\\u303b\\u3041-\\u3096\\u3099-\\u309f\\u30a1-\\u30fa" +
  "\\u30fc-\\u30ff\\u3105-\\u312f\\u3131-\\u318e\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97c" +
  "\\uac00-\\ud7a3\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{323af}";

export const CJK = new RegExp(`[${CJK_RANGES}]`, "u");

/** A run of letters without spaces, or a word of the rest: letters, digits, marks, private characters and soft hyphens. */
export const WORD = new RegExp(
  `[${CJK_RANGES}]+|(?:(?![${CJK_RANGES}])[\\p{L}\\p{N}\\p{Co}\\p{Mn}\\p{Mc}\\u00ad])+`,
  "gu",
);

export function hasCjk(text: string): boolean {
  return CJK.test(text);
}

/** The characters of a run, by code point. */
export function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => (characters[index] as string) + character);
}
