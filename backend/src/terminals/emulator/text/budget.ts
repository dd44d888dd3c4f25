import { type Budget, beside, endWithin, fits, leftOutNotice } from "../../../lib/text-budget.ts";
import type { Line } from "./lines.ts";

export interface Cut {
  text: string;
  rows: number;
  /** Lines that found no place, from the old end. */
  dropped: number;
}

/** Such a part of the budget may be left unused, so that the text begins after a gap. */
const TO_A_GAP = 0.1;

/**
 * The newest lines within a budget, in both measures, after a notice of how many were dropped. Of a newest line that is
 * too long by itself its end is kept, from a whole character on; where not even the notice fits, there is none.
 */
export function cutToBudget(lines: readonly Line[], budget: Budget, alreadyDropped: number): Cut {
  const whole = joinLines(lines, 0);
  const intro = alreadyDropped > 0 ? notice(alreadyDropped) : "";
  if (fits(intro + whole, budget)) return { text: intro + whole, rows: lines.length, dropped: 0 };
  // The notice is longest when it counts all lines.
  const room = beside(budget, notice(alreadyDropped + lines.length));
  const first = firstThatFits(lines, room);
  if (first < lines.length) {
    return {
      text: notice(alreadyDropped + first) + joinLines(lines, first),
      rows: lines.length - first,
      dropped: first,
    };
  }
  return cutLine(lines, budget, alreadyDropped);
}

function cutLine(lines: readonly Line[], budget: Budget, alreadyDropped: number): Cut {
  const last = lines.at(-1)?.text ?? "";
  const dropped = Math.max(0, lines.length - 1);
  const intro = notice(alreadyDropped + dropped);
  const end = endWithin(last, beside(budget, intro));
  if (end !== "") return { text: intro + end, rows: 1, dropped };
  const bare = endWithin(last, budget);
  return { text: bare, rows: bare === "" ? 0 : 1, dropped: bare === "" ? lines.length : dropped };
}

function notice(dropped: number): string {
  if (dropped === 0) return "[The beginning of this line is left out.]\n";
  return `${leftOutNotice(dropped)}\n`;
}

function joinLines(lines: readonly Line[], from: number): string {
  return lines
    .slice(from)
    .map(({ text, gapBefore }, i) => (gapBefore && i > 0 ? `\n${text}` : text))
    .join("\n");
}

/** The oldest line from which on all lines fit; a little later where a gap is near. */
function firstThatFits(lines: readonly Line[], room: Budget): number {
  let { chars, bytes } = room;
  let first = lines.length;
  while (first > 0) {
    const { text } = lines[first - 1] as Line;
    const breaks = first === lines.length ? 0 : (lines[first] as Line).gapBefore ? 2 : 1;
    if (text.length + breaks > chars) break;
    chars -= text.length + breaks;
    bytes -= Buffer.byteLength(text) + breaks;
    if (bytes < 0 || chars < 0) break;
    first -= 1;
  }
  return atGap(lines, first, room);
}

function atGap(lines: readonly Line[], first: number, room: Budget): number {
  let unused = room.chars * TO_A_GAP;
  for (let i = first; i < lines.length - 1 && unused > 0; i += 1) {
    if (lines[i]?.gapBefore) return i;
    unused -= (lines[i] as Line).text.length + 1;
  }
  return first;
}
