/** Terminal output, and what it showed. */
export interface Recording {
  name: string;
  bytes: Buffer;
  cols: number;
  rows: number;
  /** By byte offset, in order. */
  resizes: { offset: number; cols: number; rows: number }[];
  /** Lines that were shown, in order. */
  expect: string[];
  /** A line is a row of the transcript, is part of one, or the rows are just these lines and no others of their kind. */
  match: "line" | "contains" | "exactcount";
  maxRows: number;
  /** What must not be in a transcript. */
  forbid: string[];
}

type Essential = Pick<Recording, "name" | "expect"> & Partial<Recording>;

/** Without anything else: 80 × 24, lines match whole rows, and at most a dozen other rows. */
export function recording(given: Essential & { text?: string }): Recording {
  const { text = "", ...rest } = given;
  return {
    bytes: Buffer.from(text),
    cols: 80,
    rows: 24,
    resizes: [],
    match: "line",
    maxRows: given.expect.length + 12,
    forbid: [],
    ...rest,
  };
}

export interface Judgement {
  /** Expected lines found in order. */
  found: number;
  /** Copies of expected lines beyond those expected. */
  duplicates: number;
  /** Rows that aren't blank. */
  rows: number;
  /** Forbidden strings that are there. */
  forbidden: string[];
  /** The first expected line that isn't there. */
  missing: string | null;
}

/** How well some lines tell what a recording showed. */
export function judge(lines: readonly string[], { expect, match, forbid }: Recording): Judgement {
  const shown = lines.map((line) => line.trim()).filter((line) => line !== "");
  const wanted = expect.map((line) => line.trim());
  const is = (row: string, line: string) => (match === "contains" ? row.includes(line) : row === line);
  let found = 0;
  for (const row of shown) if (found < wanted.length && is(row, wanted[found] as string)) found += 1;
  return {
    found,
    duplicates: match === "contains" ? 0 : copies(shown, wanted),
    rows: shown.length,
    forbidden: forbid.filter((text) => shown.some((row) => row.includes(text))),
    missing: wanted[found] ?? null,
  };
}

function copies(shown: string[], wanted: string[]): number {
  const left = new Map<string, number>();
  for (const line of wanted) left.set(line, (left.get(line) ?? 0) + 1);
  let more = 0;
  for (const row of shown) {
    const count = left.get(row);
    if (count === undefined) continue;
    if (count === 0) more += 1;
    else left.set(row, count - 1);
  }
  return more;
}
