import { Problem } from "./problem.ts";

const MAX_GRAPHEMES = 200;

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Whether there is nothing to see in a text: spaces, zero width characters, marks of direction. */
export const isBlank = (text: string) => !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);

/**
 * A session's or group's name as it is kept: well-formed, NFC, trimmed; null when there is nothing to see in it. Throws
 * `invalid-name` past 200 characters (graphemes) and for control characters.
 */
export function checkedLabel(text: string, what: string): string | null {
  const label = text.toWellFormed().normalize("NFC").trim();
  if (/[\p{Cc}\u2028\u2029]/u.test(label)) {
    throw new Problem(
      "invalid-name",
      `${what} has control characters or line breaks.`,
      "Write it on one line, as plain text.",
    );
  }
  if (isBlank(label)) return null;
  // A grapheme may hold any number of marks, so the length in code units needs a bound of its own.
  if (label.length > MAX_GRAPHEMES * 16 || graphemes(label).length > MAX_GRAPHEMES) {
    throw new Problem("invalid-name", `${what} is over ${MAX_GRAPHEMES} characters.`, "Choose a shorter one.");
  }
  return label;
}

/** `text` with `suffix`, the text cut so that both together are a valid label. */
export function labelWithSuffix(text: string, suffix: string): string {
  const label = text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
  return `${graphemes(label)
    .slice(0, MAX_GRAPHEMES - graphemes(suffix).length)
    .join("")
    .trimEnd()}${suffix}`;
}
