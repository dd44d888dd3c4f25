export interface Redacted {
  lines: string[];
  /** Secrets that were taken out of each line. */
  counts: number[];
}

const BEGIN = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?)-----/;
const END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;
const MARK = "[redacted:private-key]";
/** A key has no more lines than this; the largest in use have about a hundred. */
const LONGEST = 300;
/** A line of a key: base64, after what an editor or a frame may put before it. */
const KEY_LINE =
  /^[^A-Za-z0-9+/=]*(?:\d+[^A-Za-z0-9+/=]+)?[A-Za-z0-9+/=]{16,}[^A-Za-z0-9+/=]*$|^\W*(?:Proc-Type|DEK-Info|Comment):/;

/** Replaces private keys, also those of which only the beginning or the end is there. The number of lines stays. */
export function redactPrivateKeys(lines: readonly string[]): Redacted {
  const out = [...lines];
  const counts = lines.map(() => 0);
  for (let i = 0; i < out.length; i += 1) {
    const line = out[i] as string;
    const begin = BEGIN.exec(line);
    if (begin) {
      const last = lastLine(out, i, begin.index + begin[0].length);
      const after = last.rest;
      out[i] = `${line.slice(0, begin.index)}${MARK}${last.line === i ? after : ""}`;
      for (let k = i + 1; k <= last.line; k += 1) out[k] = k === last.line ? after : "";
      counts[i] = 1;
      i = last.line;
    } else if (END.test(line)) {
      for (let k = i - 1; k >= 0 && KEY_LINE.test(out[k] as string); k -= 1) out[k] = "";
      out[i] = line.replace(new RegExp(`^.*?${END.source}`), MARK);
      counts[i] = 1;
    }
  }
  return { lines: out, counts };
}

function lastLine(lines: readonly string[], from: number, column: number): { line: number; rest: string } {
  for (let k = from; k < Math.min(lines.length, from + LONGEST); k += 1) {
    const text = k === from ? (lines[k] as string).slice(column) : (lines[k] as string);
    const end = END.exec(text);
    if (end) return { line: k, rest: text.slice(end.index + end[0].length) };
    if (k > from && BEGIN.test(text)) break;
  }
  let k = from;
  while (KEY_LINE.test(lines[k + 1] ?? "") || (lines[k + 1] === "" && KEY_LINE.test(lines[k + 2] ?? ""))) k += 1;
  return { line: k, rest: "" };
}
