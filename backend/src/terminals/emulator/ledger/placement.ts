import { type After, type Before, informative } from "./alignment.ts";
import { belongs, Row, type Section } from "./row.ts";
import type { Stage } from "./stage.ts";
import { grows, isInformative, withoutNumbers } from "./text-shape.ts";

/** How far a search along the list goes past rows that aren't the one looked for. */
const NEAR = 12;
/** A row that moved less often than this among moving ones is no chrome yet; more often, and a whole page may change around it. */
const STEADY = 2;
const STEADY_IN_FLIP = 6;

/** A run of new rows between two rows that are known. */
export interface Gap {
  fresh: After[];
  vanished: Before[];
  above: After | null;
  below: After | null;
}

/** Finds the place of new rows in the list: back where they were before, or after everything that vanished there. */
export class Placement {
  readonly stage: Stage;
  readonly section: Section;
  /** What will be on the screen, by screen row. */
  readonly showing: (Row | null)[];
  readonly limbo: Row[];
  readonly flip: boolean;
  /** The changed part of the screen. */
  readonly from: number;
  readonly to: number;

  constructor(stage: Stage, limbo: Row[], flip: boolean, from: number, to: number) {
    this.stage = stage;
    this.section = stage.section;
    this.limbo = limbo;
    this.flip = flip;
    this.from = from;
    this.to = to;
    this.showing = stage.shown.slice();
    this.showing.fill(null, from, to + 1);
  }

  show(row: Row, screenRow: number): void {
    this.showing[screenRow] = row;
    row.screenRow = screenRow;
  }

  place(gap: Gap): void {
    const anchors = this.#anchors(gap);
    const rest = this.#revisited(gap.fresh, anchors);
    if (rest.length === 0 || this.#jumpedBack(rest, anchors.before)) return;
    const added = rest.filter((fresh) => !this.#replaced(fresh, gap.vanished));
    this.#append(added, gap, anchors);
  }

  #anchors({ fresh, above, below }: Gap): { before: Row | null; after: Row | null } {
    const first = fresh[0] as After;
    const last = fresh.at(-1) as After;
    let before = belongs(above?.row, this.section) ? above.row : null;
    for (let k = (above ? above.at : first.at) - 1; k >= 0 && !before; k -= 1) {
      const row = k >= this.from ? this.showing[k] : this.stage.shown[k];
      if (belongs(row, this.section)) before = row;
    }
    let after = belongs(below?.row, this.section) ? below.row : null;
    for (let k = Math.max((below ? below.at : last.at) + 1, this.to + 1); k < this.stage.rows && !after; k += 1) {
      const row = this.stage.shown[k];
      if (belongs(row, this.section)) after = row;
    }
    return { before, after };
  }

  /** Rows that come back next to an anchor: scrolled back to, or uncovered. Answers those that don't, moves the anchors. */
  #revisited(fresh: After[], anchors: { before: Row | null; after: Row | null }): After[] {
    let start = 0;
    let end = fresh.length;
    let from = anchors.before ? anchors.before.next : null;
    while (start < end && from && from !== anchors.after) {
      const one = fresh[start] as After;
      const row = this.#along(from, "next", anchors.after, one.text);
      if (!row) break;
      this.#reuse(one, row);
      anchors.before = row;
      from = row.next;
      start += 1;
    }
    from = anchors.after ? anchors.after.previous : null;
    while (end > start && from && from !== this.section.head && from !== anchors.before) {
      const one = fresh[end - 1] as After;
      const row = this.#along(from, "previous", anchors.before, one.text);
      if (!row) break;
      this.#reuse(one, row);
      anchors.after = row;
      from = row.previous;
      end -= 1;
    }
    return fresh.slice(start, end);
  }

  #along(from: Row, way: "next" | "previous", stop: Row | null, text: string): Row | null {
    let row: Row | null = from;
    for (let steps = 0; row && row !== stop && row !== this.section.head && steps <= NEAR; steps += 1) {
      if (row.text === text && !row.draft) return this.#isShowing(row) ? null : row;
      row = row[way];
    }
    return null;
  }

  #isShowing(row: Row): boolean {
    return row.screenRow >= 0 && this.showing[row.screenRow] === row;
  }

  #reuse(fresh: After, row: Row): void {
    this.show(row, fresh.at);
    fresh.row = row;
  }

  /** A page that was shown before, by enough of its rows in order. */
  #jumpedBack(rest: After[], before: Row | null): boolean {
    if (rest.filter(informative).length < 3 || this.section.size <= this.stage.rows / 2) return false;
    const chain = this.#knownPage(rest);
    if (!chain) return false;
    let last: Row | null = null;
    for (const fresh of rest) {
      const known = chain.get(fresh);
      if (known) {
        this.#reuse(fresh, known);
        last = known;
      } else last = this.add(fresh, last ?? before ?? this.section.head);
    }
    return true;
  }

  #knownPage(rest: After[]): Map<After, Row> | null {
    const signs = rest.filter(informative);
    let best: Map<After, Row> | null = null;
    let most = 0;
    for (const sign of signs.slice(0, 3)) {
      for (const row of this.section.withText(sign.text).slice(-4).reverse()) {
        const chain = new Map<After, Row>([[sign, row]]);
        const at = rest.indexOf(sign);
        const found =
          1 +
          this.#follow(rest.slice(at + 1), row, "next", chain) +
          this.#follow(rest.slice(0, at).reverse(), row, "previous", chain);
        if (found > most) {
          most = found;
          best = chain;
        }
      }
    }
    return most >= Math.max(3, Math.ceil(0.6 * signs.length)) ? best : null;
  }

  #follow(fresh: After[], from: Row, way: "next" | "previous", chain: Map<After, Row>): number {
    let place = from;
    let found = 0;
    for (const one of fresh) {
      let row: Row | null = place[way];
      for (let steps = 0; row && row !== this.section.head && steps < 4 && row.text !== one.text; steps += 1)
        row = row[way];
      if (!row || row === this.section.head || row.text !== one.text) continue;
      chain.set(one, row);
      place = row;
      if (informative(one)) found += 1;
    }
    return found;
  }

  /** A header or footer with another text. */
  #replaced(fresh: After, vanished: Before[]): boolean {
    const least = this.flip ? STEADY_IN_FLIP : STEADY;
    const old = vanished.find(
      (one) => one.at === fresh.at && !one.paired && one.row.steady >= least && belongs(one.row, this.section),
    );
    if (!old) return false;
    old.paired = true;
    this.section.retext(old.row, fresh.text);
    this.#reuse(fresh, old.row);
    return true;
  }

  #append(added: After[], gap: Gap, anchors: { before: Row | null; after: Row | null }): void {
    let at = anchors.before ?? this.section.head;
    for (const { row } of gap.vanished) if (belongs(row, this.section) && row.order > at.order) at = row;
    if (!anchors.after) at = this.section.tail;
    else if (anchors.after.order > at.order) at = anchors.after.previous ?? at;
    for (const fresh of added) at = this.add(fresh, at);
  }

  /** A new row after another one, or one that was erased within this frame and is drawn again here. */
  add(fresh: After, after: Row): Row {
    const row =
      this.#fromLimbo(fresh.text, after) ?? this.section.insertAfter(after, new Row(fresh.text, this.section));
    row.gapBefore = fresh.at > 0 && this.stage.textOf(fresh.at - 1).trim() === "";
    const rowAbove = fresh.at > 0 ? this.showing[fresh.at - 1] : this.stage.above;
    row.continues = this.stage.wrapped[fresh.at] ? (rowAbove ?? null) : null;
    this.#reuse(fresh, row);
    return row;
  }

  #fromLimbo(text: string, after: Row): Row | null {
    const at = this.#limboPlace(text);
    if (at < 0) return null;
    const [row] = this.limbo.splice(at, 1);
    if (!belongs(row, this.section)) return null;
    this.section.retext(row, text);
    row.erased = false;
    if (row === after) return row;
    this.section.remove(row);
    return this.section.insertAfter(after, row);
  }

  #limboPlace(text: string): number {
    if (this.limbo.length === 0) return -1;
    const equal = this.limbo.findIndex((row) => row.text === text);
    if (equal >= 0) return equal;
    if (isInformative(text)) {
      const shape = withoutNumbers(text);
      const alike = this.limbo.findIndex((row) => withoutNumbers(row.text) === shape);
      if (alike >= 0) return alike;
    }
    return this.limbo.findIndex((row) => grows(row.text, text));
  }
}
