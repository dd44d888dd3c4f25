import type { ShownRow } from "../ledger/merge-repeated.ts";

/** A line as the program wrote it: rows that only the width divided are one. */
export interface Line {
  text: string;
  /** A blank row stood above it. */
  gapBefore: boolean;
}

export function joinRows(rows: Iterable<ShownRow>): Line[] {
  const lines: Line[] = [];
  let parts: string[] = [];
  let before: ShownRow | null = null;
  const end = () => {
    const line = lines.at(-1);
    if (line && parts.length > 0) line.text = parts.join("");
    parts = [];
  };
  for (const row of rows) {
    if (!before || row.continues !== before) {
      end();
      lines.push({ text: "", gapBefore: row.gapBefore });
    }
    parts.push(row.text);
    before = row;
  }
  end();
  return lines;
}
