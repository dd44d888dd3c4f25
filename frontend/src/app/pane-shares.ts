import type { Layout, Pane } from "../features/terminals/pane-layout.ts";
import { remember, remembered } from "../lib/memory.ts";

const KEY = "shares.centre";

/** What each of two panes keeps of what both have. */
export const LEAST_SHARE = 0.25;

/**
 * How much of the centre each column has, and of its column each pane: by how many there are, and for panes by which
 * column it is, so that a layout that comes again looks as it was left. Each list adds up to 1.
 */
export type Shares = Readonly<Record<string, readonly number[]>>;

/** From left and top, in shares of the centre. */
export type Box = { left: number; top: number; width: number; height: number };

/** The line after a column, or in column `column` after a pane. `start` and `length` are of the two that it parts. */
export type Parting = { column: number | null; index: number; start: number; length: number; box: Box };

export function keptShares(): Shares {
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? "{}");
    if (kept === null || typeof kept !== "object") return {};
    return Object.fromEntries(Object.entries(kept).filter(([, shares]) => isWhole(shares)));
  } catch {
    return {}; // another version's
  }
}

function isWhole(shares: unknown): shares is number[] {
  if (!Array.isArray(shares) || !shares.every((share) => typeof share === "number" && share > 0.02)) return false;
  return Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 0.01;
}

const keyOf = (column: number | null, count: number) =>
  column === null ? `columns-${count}` : `rows-${column}-${count}`;

function sharesOf(shares: Shares, column: number | null, count: number): readonly number[] {
  const kept = shares[keyOf(column, count)];
  return kept?.length === count ? kept : Array.from({ length: count }, () => 1 / count);
}

/** The shares with a line moved: `first` is what the one before it has of both, 0 to 1. Kept on this browser. */
export function moveLine(shares: Shares, layout: Layout, { column, index }: Parting, first: number): Shares {
  const count = column === null ? layout.length : (layout[column]?.length ?? 0);
  const next = [...sharesOf(shares, column, count)];
  const both = (next[index] ?? 0) + (next[index + 1] ?? 0);
  const kept = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, first));
  next[index] = both * kept;
  next[index + 1] = both * (1 - kept);
  const changed = { ...shares, [keyOf(column, count)]: next };
  remember(KEY, JSON.stringify(changed));
  return changed;
}

/** Where each pane is, and the lines between them. */
export function arrange(layout: Layout, shares: Shares): { boxes: Map<Pane, Box>; partings: Parting[] } {
  const boxes = new Map<Pane, Box>();
  const partings: Parting[] = [];
  const widths = sharesOf(shares, null, layout.length);
  let left = 0;
  layout.forEach((panes, column) => {
    const width = widths[column] ?? 0;
    const heights = sharesOf(shares, column, panes.length);
    let top = 0;
    panes.forEach((pane, row) => {
      const height = heights[row] ?? 0;
      boxes.set(pane, { left, top, width, height });
      const length = height + (heights[row + 1] ?? 0);
      if (row + 1 < panes.length)
        partings.push({
          column,
          index: row,
          start: top,
          length,
          box: { left, top: top + height, width, height: 0 },
        });
      top += height;
    });
    const length = width + (widths[column + 1] ?? 0);
    if (column + 1 < layout.length)
      partings.push({
        column: null,
        index: column,
        start: left,
        length,
        box: { left: left + width, top: 0, width: 0, height: 1 },
      });
    left += width;
  });
  return { boxes, partings };
}
