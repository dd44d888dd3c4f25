// From what a terminal showed to plain text: nothing in it may act on whoever reads it, and frames around text are no text.
import { displayWidth } from "./display-width.ts";
import type { Line } from "./lines.ts";

/** Control characters but the tab; soft hyphen; what changes the direction of text, joins words, or can't be seen. */
const UNWANTED =
  /(?!\t)\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Noncharacter_Code_Point}|\p{Cs}/gu;
const MARKS_ON_ONE = /(\p{M}{8})\p{M}+/gu;
const BORDER_ONLY = /^[\s\u2500-\u257f]*$/u;
/** Such as agents draw above and below the field that is typed in. */
const BAR_ONLY = /^\s*([\u2580-\u259f])\1{7,}\s*$/u;
const FRAMED = /^(\s*)([│┃║┆┇┊┋╎╏▌▐▏▕█])(.*?)([│┃║┆┇┊┋╎╏▌▐▏▕█])\s*$/u;
const CORNERS = /^(\s*)[╭╮╰╯┌┐└┘├┤┏┓┗┛┣┫╔╗╚╝╠╣╒╓╞╟╘╙]/u;

/** Lines without control characters, frames, and blank lines. */
export function sanitise(lines: readonly Line[]): Line[] {
  const clean = lines.map(({ text, gapBefore }) => ({ text: cleanText(text), gapBefore }));
  const framed = clean.map((line) => FRAMED.exec(line.text));
  const kept: Line[] = [];
  let gap = false;
  for (const [i, { text, gapBefore }] of clean.entries()) {
    if (BORDER_ONLY.test(text) || BAR_ONLY.test(text)) {
      gap ||= gapBefore || text.trim() !== "";
      continue;
    }
    const frame = framed[i];
    const inner = frame && isFrame(frame, clean, framed, i) ? withoutFrame(frame) : text;
    if (inner.trim() === "") continue;
    kept.push({ text: inner, gapBefore: gapBefore || gap });
    gap = false;
  }
  return kept;
}

/** Of one text, such as a title or a line. */
export function cleanText(text: string): string {
  return text.replace(UNWANTED, "").replace(MARKS_ON_ONE, "$1").trimEnd();
}

/** The line next to it has the same borders in the same columns, or their corners. */
function isFrame(
  frame: RegExpExecArray,
  lines: readonly Line[],
  framed: readonly (RegExpExecArray | null)[],
  i: number,
) {
  return [i - 1, i + 1].some((k) => {
    const other = lines[k]?.text;
    if (other === undefined || displayWidth(other) !== displayWidth(frame[0].trimEnd())) return false;
    const same = framed[k];
    if (same) return same[1] === frame[1] && same[2] === frame[2] && same[4] === frame[4];
    return CORNERS.exec(other)?.[1] === frame[1];
  });
}

const withoutFrame = (frame: RegExpExecArray) => `${frame[1]}${(frame[3] ?? "").replace(/^ /, "")}`.trimEnd();
