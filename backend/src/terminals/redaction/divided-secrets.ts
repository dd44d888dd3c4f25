import { type Found, findSecrets, mayHoldSecrets } from "./find-secrets.ts";
import type { Redacted } from "./private-keys.ts";
import { NAMED, TOKENS } from "./secret-shapes.ts";

/** Text of one line that is thought to go on in the next piece. */
interface Piece {
  line: number;
  column: number;
  text: string;
}

/** A secret goes over so many lines at most. */
const MOST_LINES = 6;
/** What tells a secret stands no farther before it. */
const BEFORE = 64;
/** And begins no farther before the end of a line. */
const HEAD = 1024;
const BORDER_AT_START = /^[\s│┃║|]*/;

/** Secrets that the end of a line divides, and those that are known by what stands in the line before them. */
export function redactDivided({ lines, counts }: Redacted, fullWidth: (line: number) => boolean): Redacted {
  const out = [...lines];
  const total = [...counts];
  for (let i = 0; i + 1 < out.length; i += 1) {
    if (out[i] === "" || !fullWidth(i)) continue;
    const pieces = piecesFrom(out, i, fullWidth);
    const whole = pieces.map(({ text }) => text).join("");
    if (pieces.length === 1 || !mayHoldSecrets(whole)) continue;
    const divided = findDivided(whole, (pieces[0] as Piece).text.length);
    if (!divided) continue;
    const line = replaceIn(out, pieces, divided, `[redacted:${divided.kind}]`);
    total[line] = (total[line] ?? 0) + 1;
  }
  return { lines: out, counts: total };
}

function findDivided(whole: string, at: number): (Found & { kind: string }) | null {
  for (const shape of [...TOKENS, ...NAMED]) {
    const found = findSecrets(whole, shape).find(({ match }) => match.start < at && match.end > at);
    if (found) return { ...found, kind: shape.kind };
  }
  return null;
}

/** The end of a line, and what may be its continuation in those after it. */
function piecesFrom(lines: readonly string[], from: number, fullWidth: (line: number) => boolean): Piece[] {
  const first = withoutBorder(lines[from] as string);
  const column = Math.max(0, lastWord(first) - BEFORE);
  const pieces = [{ line: from, column, text: first.slice(column) }];
  for (let line = from + 1; line < lines.length && pieces.length <= MOST_LINES; line += 1) {
    const all = withoutBorder(lines[line] as string);
    const column = (BORDER_AT_START.exec(all) as RegExpExecArray)[0].length;
    const text = all.slice(column, column + HEAD);
    pieces.push({ line, column, text });
    // No secret has a blank in it.
    if (text === "" || column + HEAD < all.length || /\s/.test(text) || !fullWidth(line)) break;
  }
  return pieces;
}

/** From the end on by hand: an expression that ends there would be tried from every place. */
function withoutBorder(line: string): string {
  let end = line.length;
  while (end > 0 && /[\s│┃║]/.test(line[end - 1] as string)) end -= 1;
  return line.slice(0, end);
}

function lastWord(line: string): number {
  let at = line.length;
  while (at > line.length - HEAD && at > 0 && /\S/.test(line[at - 1] as string)) at -= 1;
  return at;
}

/** Answers in which line the mark stands: where the secret begins. */
function replaceIn(lines: string[], pieces: readonly Piece[], { start, end }: Found, mark: string): number {
  let offset = 0;
  let marked = -1;
  for (const { line, column, text } of pieces) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, text.length);
    offset += text.length;
    if (from >= to) continue;
    const old = lines[line] as string;
    lines[line] = old.slice(0, column + from) + (marked === -1 ? mark : "") + old.slice(column + to);
    if (marked === -1) marked = line;
  }
  return marked;
}
