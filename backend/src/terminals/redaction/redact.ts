// Takes secrets out of text, as best it can: what looks like none stays, so whoever passes the text on should look at it.

import { type Redacted, redactPrivateKeys } from "./private-keys.ts";
import { NAMED, type SecretShape, TOKENS } from "./secret-shapes.ts";

/**
 * Replaces each secret by `[redacted:KIND]`. `fullWidth` says which lines fill the width they were drawn in: a token at
 * the end of such a line may go on in the next.
 */
export function redactLines(lines: readonly string[], fullWidth: (line: number) => boolean = () => false): Redacted {
  const keys = redactPrivateKeys(lines);
  const joined = redactAcrossLines(keys, fullWidth);
  const counts = [...joined.counts];
  const redacted = joined.lines.map((line, i) => {
    if (!MAYBE.test(line)) return line;
    let text = line;
    for (const shape of [...TOKENS, ...NAMED])
      text = replaceSecrets(text, shape, () => {
        counts[i] = (counts[i] ?? 0) + 1;
      });
    return text;
  });
  return { lines: redacted, counts };
}

/** The same for one text of many lines; `count` says how many secrets there were. */
export function redactText(text: string): { text: string; count: number } {
  const { lines, counts } = redactLines(text.split("\n"));
  return { text: lines.join("\n"), count: counts.reduce((sum, count) => sum + count, 0) };
}

/** Most lines have nothing that any of the shapes begins with, and needn't be tried with each. */
const MAYBE = /[\w+/=.-]{16}|:\/\/|pass|pwd|secret|token|key|cookie|credential|authorization|bearer|basic/i;
const SQL = /\b(?:select|insert|update|delete|where|create|alter|values)\b/i;

function replaceSecrets(text: string, { kind, pattern, unless }: SecretShape, found: () => void): string {
  if (text.length < 8) return text;
  return text.replaceAll(pattern, (match, ...rest) => {
    const groups = rest.at(-1) as Record<string, string> | undefined | string;
    const secret = (typeof groups === "object" ? groups.secret : undefined) ?? match;
    if (secret.includes("[redacted:") || unless?.(secret, match)) return match;
    if (kind === "secret" && SQL.test(text)) return match;
    found();
    const at = match.lastIndexOf(secret);
    return `${match.slice(0, at)}[redacted:${kind}]${match.slice(at + secret.length)}`;
  });
}

const TOKEN_END = /[A-Za-z0-9_.+/=-]+$/;
const TOKEN_START = /^([\s│┃║|]*)([A-Za-z0-9_.+/=-]+)/;
/** A token goes over so many rows at most. */
const MOST_ROWS = 6;

/** Tokens that are divided by the end of a row: what is in the following rows goes, too. */
function redactAcrossLines({ lines, counts }: Redacted, fullWidth: (line: number) => boolean): Redacted {
  const out = [...lines];
  const total = [...counts];
  for (let i = 0; i + 1 < out.length; i += 1) {
    const head = TOKEN_END.exec(out[i] as string);
    if (!head || !fullWidth(i)) continue;
    const tails = continuations(out, i, fullWidth);
    if (tails.length === 0) continue;
    const whole = head[0] + tails.join("");
    for (const { kind, pattern, unless } of TOKENS) {
      const match = [...whole.matchAll(pattern)].find(
        (one) => one.index < head[0].length && one.index + one[0].length > head[0].length,
      );
      if (!match || unless?.(match[0], match[0])) continue;
      out[i] = `${(out[i] as string).slice(0, head.index + match.index)}[redacted:${kind}]`;
      total[i] = (total[i] ?? 0) + 1;
      removeFrom(out, i + 1, match.index + match[0].length - head[0].length);
      break;
    }
  }
  return { lines: out, counts: total };
}

function continuations(lines: readonly string[], from: number, fullWidth: (line: number) => boolean): string[] {
  const tails: string[] = [];
  for (let k = from + 1; k < lines.length && tails.length < MOST_ROWS; k += 1) {
    const start = TOKEN_START.exec(lines[k] as string);
    if (!start) break;
    tails.push(start[2] as string);
    if (start[0].length !== (lines[k] as string).length || !fullWidth(k)) break;
  }
  return tails;
}

function removeFrom(lines: string[], from: number, count: number): void {
  let left = count;
  for (let k = from; left > 0; k += 1) {
    const start = TOKEN_START.exec(lines[k] ?? "");
    if (!start) return;
    const indent = (start[1] as string).length;
    const gone = Math.min(left, (start[2] as string).length);
    const line = lines[k] as string;
    lines[k] = line.slice(0, indent) + line.slice(indent + gone);
    left -= gone;
  }
}
