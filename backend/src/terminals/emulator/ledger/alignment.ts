import type { Row, Section } from "./row.ts";
import {
  commonStart,
  core,
  grows,
  isEmptiedField,
  isInformative,
  withoutNumbers,
  withoutReadings,
} from "./text-shape.ts";

/** A row that was on the screen before a frame. */
export interface Before {
  at: number;
  row: Row;
  text: string;
  weight: number;
  /** The frame has a row of just this text. */
  stays: boolean;
  paired: boolean;
}

/** A row of the new frame; `row` is set once it is known which one it is. */
export interface After {
  at: number;
  text: string;
  weight: number;
  /** The screen had a row of just this text. */
  known: boolean;
  row: Row | null;
}

const INFORMATIVE = 2;
const ORNAMENTAL = 0.3;

export const informative = (side: { weight: number }): boolean => side.weight > 1;

const weigh = (text: string) => (isInformative(text) ? INFORMATIVE : ORNAMENTAL);

export function asBefore(at: number, row: Row): Before {
  return { at, row, text: row.text, weight: weigh(row.text), stays: false, paired: false };
}

export function asAfter(at: number, text: string): After {
  return { at, text, weight: weigh(text), known: false, row: null };
}

/** The best order-keeping pairing of what was on the screen with what is now, and what kind of change it was. */
export interface Alignment {
  pairs: [Before, After][];
  /** Hardly anything stayed: another page, not the same one refreshed. */
  flip: boolean;
  /** How many informative rows of before stayed as they were. */
  common: number;
  /** Cells of the table that were worked out. */
  work: number;
}

export function align(before: Before[], after: After[], section: Section): Alignment {
  const frame = compare(before, after, section);
  const width = after.length + 1;
  const table = tableFor((before.length + 1) * width);
  table.best.fill(0, before.length * width, (before.length + 1) * width);
  for (let i = 0; i < before.length; i += 1) table.best[i * width + after.length] = 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) decide(table, width, i, j, frame);
  }
  return {
    pairs: walk(table, width, before, after),
    flip: frame.flip,
    common: frame.common,
    work: before.length * after.length,
  };
}

/** How many informative rows of before stayed as they were. Marks them on both sides. */
export function markEqual(before: Before[], after: After[]): number {
  const now = new Set(after.map(({ text }) => text));
  const then = new Set(before.map(({ text }) => text));
  let common = 0;
  for (const one of before) {
    one.stays = now.has(one.text);
    if (one.stays && informative(one)) common += 1;
  }
  for (const one of after) one.known = then.has(one.text);
  return common;
}

interface Comparison {
  before: Before[];
  after: After[];
  section: Section;
  common: number;
  flip: boolean;
  informativeBefore: number;
  /** On both sides no other row is equal to this one without its numbers. */
  alone: (shape: string) => boolean;
}

function compare(before: Before[], after: After[], section: Section): Comparison {
  const common = markEqual(before, after);
  const informativeBefore = before.filter(informative).length;
  const least = Math.min(informativeBefore, after.filter(informative).length);
  const alone = countedShapes(before, after);
  const flip = least >= 3 && common < 0.2 * least && changedInPlace(before, after, alone) < 0.6 * least;
  return { before, after, section, common, flip, informativeBefore, alone };
}

function countedShapes(before: Before[], after: After[]): (shape: string) => boolean {
  let counts: [Map<string, number>, Map<string, number>] | null = null;
  const count = (side: { text: string }[]) => {
    const shapes = new Map<string, number>();
    for (const { text } of side) {
      const shape = withoutNumbers(text);
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
    return shapes;
  };
  return (shape) => {
    counts ??= [count(before), count(after)];
    return counts[0].get(shape) === 1 && counts[1].get(shape) === 1;
  };
}

function changedInPlace(before: Before[], after: After[], alone: (shape: string) => boolean): number {
  const byPlace = new Map(before.map((one) => [one.at, one]));
  let changed = 0;
  for (const now of after) {
    const then = byPlace.get(now.at);
    if (!then || !informative(now)) continue;
    const shape = withoutNumbers(now.text);
    if ((withoutNumbers(then.text) === shape && alone(shape)) || grows(then.text, now.text)) changed += 1;
  }
  return changed;
}

const SKIP_BEFORE = 1;
const SKIP_AFTER = 2;
const PAIR = 3;

function decide(table: Table, width: number, i: number, j: number, frame: Comparison): void {
  const { best, step } = table;
  const at = i * width + j;
  let most = best[at + width] as number;
  let choice = SKIP_BEFORE;
  const other = best[at + 1] as number;
  if (other > most) {
    most = other;
    choice = SKIP_AFTER;
  }
  const score = likeness(frame.before[i] as Before, frame.after[j] as After, frame);
  if (score > 0) {
    const paired = (best[at + width + 1] as number) + score;
    if (paired > most) {
      most = paired;
      choice = PAIR;
    }
  }
  best[at] = most;
  step[at] = choice;
}

/** How surely two rows are the same one; 0: they aren't. Only rows without an equal on the other side may have changed. */
function likeness(then: Before, now: After, frame: Comparison): number {
  if (then.text === now.text) return then.weight + (then.at === now.at ? 0.05 : 0);
  if (then.stays || now.known || then.row.section !== frame.section) return 0;
  const inPlace = then.at === now.at;
  if (grows(then.text, now.text) || grows(now.text, then.text)) {
    if (!frame.flip || (inPlace && (frame.informativeBefore <= 3 || then.text.length >= 16)))
      return 1.2 + (inPlace ? 0.1 : 0);
  }
  if (!informative(then) && !informative(now)) return 0;
  if (inPlace && !frame.flip && (isEmptiedField(now.text, then.text) || core(then.text) === core(now.text))) return 1.2;
  if (inPlace && then.text.length < 400 && withoutReadings(then.text) === withoutReadings(now.text)) return 1.2;
  return likenessOfChrome(then, now, frame, inPlace);
}

function likenessOfChrome(then: Before, now: After, frame: Comparison, inPlace: boolean): number {
  const changed = frame.informativeBefore - frame.common;
  const shape = withoutNumbers(then.text);
  if (shape === withoutNumbers(now.text) && frame.alone(shape)) {
    const proven = then.row.steady >= (frame.flip ? 6 : 1);
    if (proven || (!frame.flip && changed <= 2)) return 1 + (inPlace ? 0.2 : 0);
  }
  if (!inPlace) return 0;
  if (then.row.steady >= (frame.flip ? 6 : 2)) return 0.6;
  if (frame.flip || changed > 2 || then.text.length < 8) return 0;
  const sameCount = Math.abs(frame.before.length - frame.after.length) <= 1;
  return sameCount && commonStart(then.text, now.text) >= 0.6 * then.text.length ? 0.5 : 0;
}

function walk(table: Table, width: number, before: Before[], after: After[]): [Before, After][] {
  const pairs: [Before, After][] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const choice = table.step[i * width + j];
    if (choice === PAIR) {
      pairs.push([before[i] as Before, after[j] as After]);
      i += 1;
      j += 1;
    } else if (choice === SKIP_BEFORE) i += 1;
    else j += 1;
  }
  return pairs;
}

interface Table {
  best: Float32Array;
  step: Uint8Array;
}

let shared: Table = { best: new Float32Array(4096), step: new Uint8Array(4096) };

/** One table for all terminals, as an alignment never waits; of a huge screen it isn't kept. */
function tableFor(cells: number): Table {
  if (cells <= shared.best.length) return shared;
  const table = { best: new Float32Array(cells * 2), step: new Uint8Array(cells * 2) };
  if (cells < 200_000) shared = table;
  return table;
}
