import { useMemo } from "react";
import type { Layout } from "./anchored-scroll.ts";
import { groupAt, type RailItem } from "./rail-items.ts";

const rowHeight = 54;
const headerHeight = 34;

/** In px. `end` is the height of them all. */
export type RailLayout = Layout & { end: number };

/** Where each header and row of the rail begins, how high each is, and how many rows fit into a height; in px. */
export function useRailLayout(items: readonly RailItem[]) {
  const scale = rootScale();
  const layout = useMemo((): RailLayout => {
    let end = 0;
    const starts = items.map((item) => {
      const start = end;
      end += heightOf(item) * scale;
      return start;
    });
    return { keys: items.map(({ key }) => key), starts, end };
  }, [items, scale]);
  return {
    layout,
    heightOf: (item: RailItem | undefined) => heightOf(item) * scale,
    rowsIn: (height: number) => Math.floor(height / (rowHeight * scale)),
  };
}

const heightOf = (item: RailItem | undefined) => (item?.kind === "group" ? headerHeight : rowHeight);

/** A reader who set larger letters gets taller rows. */
const rootScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/**
 * The group that takes these sessions where they are let go at `height` of the list, `null` being none at all; undefined
 * where that would change nothing.
 */
export function groupTakingAt(
  items: readonly RailItem[],
  { starts }: RailLayout,
  height: number,
  ids: readonly string[],
): string | null | undefined {
  const group = groupAt(
    items,
    Math.max(
      0,
      starts.findLastIndex((start) => start <= height),
    ),
  );
  const moving = new Set(ids);
  const alreadyThere = items.every(
    (item) => item.kind === "group" || !moving.has(item.row.id) || (item.row.group || null) === group,
  );
  return alreadyThere ? undefined : group;
}
