// Takes secrets out of text, as best it can: what looks like none stays, so whoever passes the text on should look at it.

import { redactDivided } from "./divided-secrets.ts";
import { findSecrets, mayHoldSecrets } from "./find-secrets.ts";
import { fillsWidth } from "./full-width.ts";
import { type Redacted, redactPrivateKeys } from "./private-keys.ts";
import { NAMED, type SecretShape, TOKENS } from "./secret-shapes.ts";

/**
 * Replaces each secret by `[redacted:KIND]`. `fullWidth` says which lines fill the width they were drawn in: a secret at
 * the end of such a line may go on in the next.
 */
export function redactLines(lines: readonly string[], fullWidth: (line: number) => boolean = () => false): Redacted {
  const keys = redactPrivateKeys(lines);
  const joined = redactDivided(keys, fullWidth);
  const counts = [...joined.counts];
  const redacted = joined.lines.map((line, i) => {
    if (!mayHoldSecrets(line)) return line;
    let text = line;
    for (const shape of [...TOKENS, ...NAMED]) {
      const replaced = replaceSecrets(text, shape);
      text = replaced.text;
      counts[i] = (counts[i] ?? 0) + replaced.count;
    }
    return text;
  });
  return { lines: redacted, counts };
}

/** The same for one text of many lines; `count` says how many secrets there were. */
export function redactText(text: string): { text: string; count: number } {
  const { lines, counts } = redactLines(text.split("\n"));
  return { text: lines.join("\n"), count: counts.reduce((sum, count) => sum + count, 0) };
}

/**
 * The same for a text that was drawn, or copied from where it was drawn, `cols` wide (infinite where nobody knows): what a
 * program divided at its right edge is found, and lines that were all secret go.
 */
export function redactDrawn(text: string, cols = Number.POSITIVE_INFINITY): { text: string; count: number } {
  const before = text.split("\n");
  const { lines, counts } = redactLines(before, (line) => fillsWidth(before, line, cols));
  const left = lines.filter((line, i) => line.trim() !== "" || (before[i] as string).trim() === "");
  return { text: left.join("\n"), count: counts.reduce((sum, count) => sum + count, 0) };
}

function replaceSecrets(text: string, shape: SecretShape): { text: string; count: number } {
  const found = findSecrets(text, shape);
  if (found.length === 0) return { text, count: 0 };
  let rest = 0;
  const parts = found.map(({ start, end }) => {
    const part = `${text.slice(rest, start)}[redacted:${shape.kind}]`;
    rest = end;
    return part;
  });
  return { text: parts.join("") + text.slice(rest), count: found.length };
}
