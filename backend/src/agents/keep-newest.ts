import { type Budget, beside, endWithin, fits, leftOutNotice } from "../lib/text-budget.ts";

export interface Kept {
  text: string;
  /** Lines cut at the old end. */
  dropped: number;
}

/** The same number of characters and of bytes: never over it, however they are counted. */
export const budgetOf = (chars: number): Budget => ({ chars, bytes: chars });

interface Rest {
  /** What has to stand before the first kept line, by that line's index. */
  headingOf?(first: number): string | null;
  /** Lines before these that were left out already. */
  missing?: number;
}

/**
 * The newest lines that fit, after a line that says how many are missing. Where not even that fits, the end of the text
 * without it.
 */
export function keepNewest(
  lines: readonly string[],
  budget: Budget,
  { headingOf = () => null, missing = 0 }: Rest = {},
): Kept {
  const whole = lines.join("\n");
  if (missing === 0 && fits(whole, budget)) return { text: whole, dropped: 0 };
  const start = firstThatFits(lines, budget);
  // What stands before the kept lines may take the room of some of them.
  for (let first = missing === 0 ? Math.max(start, 1) : start; first < lines.length; first++) {
    const heading = headingOf(first);
    const text = [leftOutNotice(missing + first), ...(heading === null ? [] : [heading]), ...lines.slice(first)].join(
      "\n",
    );
    if (fits(text, budget)) return { text, dropped: missing + first };
  }
  return endOf(lines, budget, missing);
}

function firstThatFits(lines: readonly string[], { chars, bytes }: Budget): number {
  let first = lines.length;
  let usedChars = 0;
  let usedBytes = 0;
  while (first > 0) {
    const line = lines[first - 1] ?? "";
    usedChars += line.length + 1;
    usedBytes += Buffer.byteLength(line) + 1;
    if (usedChars > chars + 1 || usedBytes > bytes + 1) break;
    first--;
  }
  return first;
}

/** The last line alone is too long, or nearly: as much of its end as fits, cut between characters. */
function endOf(lines: readonly string[], budget: Budget, missing: number): Kept {
  const last = lines.at(-1) ?? "";
  const dropped = missing + Math.max(0, lines.length - 1);
  const said = leftOutNotice(dropped);
  const room = beside(budget, `${said}\n`);
  if (dropped > 0 && room.chars > 0 && room.bytes > 0) return { text: `${said}\n${endWithin(last, room)}`, dropped };
  return { text: endWithin(last, budget), dropped };
}
