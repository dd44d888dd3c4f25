// What a row looks like, apart from what it says: used to tell a row that changed in place from another row.

const NUMBERS = /[0-9]+(?:[.,:][0-9]+)*/g;
const ORNAMENTS = /[\u2800-\u28FF\u25A0-\u25FF\u2580-\u259F\u2B00-\u2BFF\u2700-\u27BF\u2190-\u21FF·•|/\\\-*]+/g;
const BARS = /[█▉▊▋▌▍▎▏░▒▓#=>.]{3,}\s*/g;
const UNIT_BEFORE_BLANK = /[smhkKM]?\b\s+/g;
const READINGS =
  /\d+(?:\.\d+)?\s?%|\d+(?:\.\d+)?\s?(?:ms|s|m|h|[kKMG]i?B(?:\/s)?|tokens?|tok)\b|\d{1,2}:\d\d(?::\d\d)?|\d+\/\d+/g;
const FRAME_AT_END = /[\s\u2500-\u257f]+$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PAGER_PROMPT =
  /^\s*(:|\(END\)|--\s?More\s?--.*|.{0,80}\(END\).*|\S{1,80} lines \d+-\d+.*|:\S{0,40}|-- (INSERT|VISUAL|REPLACE)[^-]*--.*|~|[^\p{L}\p{N}]{1,2})\s*$/u;
const BARE_PAGER_PROMPT = /^(?::|\(END\)|--More--.*|.{0,80} \(END\)|lines \d+-\d+.*)$/;

/** Remembers what a pure function of a text answered, for the last few thousand texts. */
function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = answer(text);
      if (known.size > 4096) known.clear();
      known.set(text, result);
    }
    return result;
  };
}

/** The text with every number, ornament and bar made alike. */
export const withoutNumbers = remembered((text) =>
  text.replace(NUMBERS, "0").replace(BARS, "~").replace(ORNAMENTS, "*").replace(UNIT_BEFORE_BLANK, " ").trim(),
);

/** The text with what programs refresh in place made alike: percentages, times, sizes, n/m, spinners, bars. */
export const withoutReadings = remembered((text) =>
  text.replace(READINGS, "\u0001").replace(BARS, "~").replace(ORNAMENTS, "*").replace(/\s+/g, " "),
);

/** It has a letter or a digit: equal texts mean something. */
export function isInformative(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return true;
    if (code > 0x2fff && code < 0xd800) return true;
  }
  return LETTER_OR_DIGIT.test(text);
}

export const isBlank = (text: string): boolean => text.length === 0 || (text.charCodeAt(0) <= 32 && text.trim() === "");

/** What a pager without a screen of its own puts below the text, and erases. */
export const isBarePagerPrompt = (text: string): boolean => BARE_PAGER_PROMPT.test(text);

/** What a pager or an editor keeps in its last row. */
export const isPagerPrompt = (text: string): boolean => PAGER_PROMPT.test(text);

const isDigit = (code: number) => code >= 48 && code <= 57;

/** `later` is `earlier` with more at its end, and no number was cut through: "1" doesn't grow into "12". */
export function grows(earlier: string, later: string): boolean {
  const length = earlier.length;
  if (length < 3 || later.length <= length || !later.startsWith(earlier)) return false;
  return !(isDigit(earlier.charCodeAt(length - 1)) && isDigit(later.charCodeAt(length)));
}

/** How many code units two texts have in common at their beginning. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/** A field with its sign in front, such as `> text`, of which only the sign is left. */
export function isEmptiedField(before: string, now: string): boolean {
  const sign = now.replace(FRAME_AT_END, "");
  return sign !== "" && !isInformative(sign) && isInformative(before) && before.startsWith(sign);
}

/** From the first to the last letter or digit. */
export const core = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
