const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** No character of sense is longer: a text of millions is not taken apart. */
const LONGEST_CHARACTER = 64;

/** Characters (UTF-16 units) and bytes (UTF-8) that a text may have at most; both hold. */
export interface Budget {
  chars: number;
  bytes: number;
}

export function fits(text: string, { chars, bytes }: Budget): boolean {
  return text.length <= chars && Buffer.byteLength(text) <= bytes;
}

/** What is left of a budget beside a text; below 0 where the text alone is over it. */
export function beside({ chars, bytes }: Budget, text: string): Budget {
  return { chars: chars - text.length, bytes: bytes - Buffer.byteLength(text) };
}

/** As much of a text's end as fits, from a whole user-perceived character on. */
export function endWithin(text: string, budget: Budget): string {
  let { chars, bytes } = budget;
  if (chars <= 0 || bytes <= 0) return "";
  const near = text.slice(-(Math.min(chars, bytes) + LONGEST_CHARACTER));
  let from = near.length;
  for (const { segment, index } of [...clusters.segment(near)].reverse()) {
    chars -= segment.length;
    bytes -= Buffer.byteLength(segment);
    if (chars < 0 || bytes < 0) break;
    from = index;
  }
  return near.slice(from);
}

/** Stands before what is left where lines were cut at the old end. */
export function leftOutNotice(lines: number): string {
  return `[${lines} earlier ${lines === 1 ? "line is" : "lines are"} left out.]`;
}
