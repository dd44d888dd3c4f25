/** Private characters are letters to the index: with them what is no word becomes one that no text can say. */
export const ITALIAN = "\ue100";
const EMOJI = "\ue000";
const SIGN = { "+": "\ue02b", "#": "\ue023" } as const;

/** `C++`, `C#`, `g++`; `#123`, `#tag`. */
const NAMED = /(?<![\p{L}\p{N}])(\p{L}{1,3})(\+\+|#)(?![\p{L}\p{N}#])|#([\p{L}\p{N}_]{1,40})/gu;
const PICTURE = /\p{Regional_Indicator}{2}|(?![\d#*©®™‼⁉])\p{Extended_Pictographic}/gu;
const ANY_PICTURE = /[\u203c-\u3299\ud83c-\ud83e]/;

export interface Sign {
  token: string;
  start: number;
  end: number;
}

/** Tokens for signs and pictures that the index would take for blanks, with where they stand. */
export function signs(text: string): Sign[] {
  const found: Sign[] = [];
  if (text.includes("#") || text.includes("++"))
    for (const match of text.matchAll(NAMED)) {
      const [whole, name, sign, number] = match;
      const token =
        number === undefined
          ? (name as string) + (sign as string).replace(/[+#]/g, (one) => SIGN[one as keyof typeof SIGN])
          : SIGN["#"] + number;
      found.push({ token: token.toLowerCase(), start: match.index, end: match.index + whole.length });
    }
  if (ANY_PICTURE.test(text))
    for (const match of text.matchAll(PICTURE)) {
      const [picture] = match;
      const token = EMOJI + Array.from(picture, (point) => (point.codePointAt(0) as number).toString(16)).join("x");
      found.push({ token, start: match.index, end: match.index + picture.length });
    }
  return found;
}
