import { type Item, type Meaning, readItems } from "./items.ts";
import { type Periods, readPeriods } from "./periods.ts";
import { type Token, tokenise } from "./tokens.ts";
import type { DimensionId, MeasureId, Text, Unmapped } from "./types.ts";

/** A question while the rules work on it: its items, and what has been found so far. */
export interface Reading {
  tokens: Token[];
  items: Item[];
  periods: Periods;
  measures: MeasureId[];
  dimensions: DimensionId[];
  /** The dimension whose members are ranked, with the item that named it. */
  ranked: { dimension: DimensionId; plural: boolean; at: number } | null;
  unmapped: Unmapped[];
  assumptions: Text[];
}

export function startReading(question: string): Reading {
  const tokens = tokenise(question);
  const periods = readPeriods(tokens);
  return {
    tokens,
    items: readItems(tokens, periods.used),
    periods,
    measures: [],
    dimensions: [],
    ranked: null,
    unmapped: [...periods.unmapped],
    assumptions: [...periods.assumptions],
  };
}

export type Of<K extends Meaning["kind"]> = Item & { kind: K };

export const is = <K extends Meaning["kind"]>(item: Item | undefined, kind: K): item is Of<K> => item?.kind === kind;

/** The item after (or before) `at`, function words left out; its index is given too. */
export function neighbour(reading: Reading, at: number, step: 1 | -1): { item: Item; at: number } | null {
  for (let i = at + step; ; i += step) {
    const item = reading.items[i];
    if (!item) return null;
    if (item.kind !== "stop") return { item, at: i };
  }
}

/** The folded words of an item. */
export const textOf = (reading: Reading, item: Item): string =>
  reading.tokens
    .slice(item.from, item.to)
    .map((token) => token.text)
    .join(" ");

/** The words of an item as they were written. */
export const rawOf = (reading: Reading, item: Item): string =>
  reading.tokens
    .slice(item.from, item.to)
    .map((token) => token.raw)
    .join(" ");

export const commaBefore = (reading: Reading, item: Item): boolean => reading.tokens[item.from - 1]?.comma === true;

export function addDimension(reading: Reading, dimension: DimensionId): void {
  if (!reading.dimensions.includes(dimension)) reading.dimensions.push(dimension);
}

export function refuse(reading: Reading, words: string, it: string, en: string): void {
  reading.unmapped.push({ words, reason: { it, en } });
}
