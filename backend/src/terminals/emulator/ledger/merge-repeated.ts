// A screen cleared and drawn again repeats what was there before: one copy is kept, with the newest drawing.
import type { ScreenKind } from "./row.ts";
import { isInformative, withoutNumbers } from "./text-shape.ts";

/** A row that will not change any more. */
export interface ShownRow {
  text: string;
  gapBefore: boolean;
  /** The row whose line goes on in this one. */
  continues: ShownRow | null;
}

/** The rows of one stretch of a screen, after it ended. */
export interface Stretch {
  kind: ScreenKind;
  afterClear: boolean;
  rows: ShownRow[];
}

/** The share of rows that has to come again, and how many at least. */
const REPEATED = 0.7;
const LEAST = 3;
const LEAST_ACROSS_SCREENS = 8;
/** How far ahead a row that comes again may be. */
const REACH = 200;

/** Both stretches as one, where the second draws the first again; null where it doesn't. */
export function mergeRepeated(older: Stretch, newer: Stretch): ShownRow[] | null {
  const across = newer.kind !== older.kind;
  if (!across && !(newer.kind === "normal" && newer.afterClear)) return null;
  if (across && newer.rows.length < LEAST) return null;
  return repeats(older.rows, newer.rows, across) ? mergeRedraw(older.rows, newer.rows) : null;
}

/** Across screens the earlier one has to come again; a cleared screen may also be part of what was there. */
function repeats(older: ShownRow[], newer: ShownRow[], across: boolean): boolean {
  const left = new Map<string, number>();
  let inNewer = 0;
  for (const { text } of newer) {
    if (!isInformative(text)) continue;
    inNewer += 1;
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  let inOlder = 0;
  let common = 0;
  for (const { text } of older) {
    if (!isInformative(text)) continue;
    inOlder += 1;
    const count = left.get(text) ?? 0;
    if (count === 0) continue;
    left.set(text, count - 1);
    common += 1;
  }
  const compared = across ? inOlder : Math.min(inOlder, inNewer);
  return compared > 0 && common >= REPEATED * compared && common >= (across ? LEAST_ACROSS_SCREENS : LEAST);
}

/** The newer drawing; rows that only the older one has keep their place, unless they are an older state of a newer row. */
function mergeRedraw(older: ShownRow[], newer: ShownRow[]): ShownRow[] {
  const places = new Map<string, number[]>();
  newer.forEach(({ text }, i) => {
    const known = places.get(text);
    if (known) known.push(i);
    else places.set(text, [i]);
  });
  const shapes = new Set(newer.map(({ text }) => withoutNumbers(text)));
  let start = 0;
  while (start < Math.min(older.length, newer.length) && older[start]?.text === newer[start]?.text) start += 1;
  const merged = newer.slice(0, start);
  let next = start;
  let waiting: ShownRow[] = [];
  for (const row of older.slice(start)) {
    const place = firstFrom(places.get(row.text) ?? [], next);
    if (place >= 0) {
      if (place - next >= REACH || !isInformative(row.text)) continue;
      merged.push(...waiting, ...newer.slice(next, place + 1));
      waiting = [];
      next = place + 1;
    } else if (isInformative(row.text) && !shapes.has(withoutNumbers(row.text))) {
      const grown = newer.slice(next, next + 6).some(({ text }) => text.startsWith(row.text));
      if (!grown) waiting.push(row);
    }
  }
  merged.push(...waiting);
  for (; next < newer.length; next += 1) merged.push(newer[next] as ShownRow);
  return merged;
}

/** The first of some rising numbers that is at least so large; -1 for none. */
function firstFrom(places: number[], least: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return places[low] ?? -1;
}
