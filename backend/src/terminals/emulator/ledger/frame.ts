// What one frame changed: reads the rows that were drawn and decides for each which row of the ledger it is.
import { type After, align, asAfter, asBefore, type Before, informative, markEqual } from "./alignment.ts";
import { Placement } from "./placement.ts";
import { belongs, type Row } from "./row.ts";
import { findPanel, splitPanel } from "./side-panel.ts";
import { insertOneRow } from "./single-row.ts";
import type { Screen, Stage } from "./stage.ts";
import { grows, isBarePagerPrompt, isBlank, isEmptiedField, isPagerPrompt } from "./text-shape.ts";

const PANEL_SEARCHES = 40;

export interface Frame {
  stage: Stage;
  screen: Screen;
  /** Rows that were erased and drawn over since the last whole frame; they may come back on another row. */
  limbo: Row[];
  /** The program scrolled down to insert at the top. */
  reversed: boolean;
}

/** Takes the drawn rows into the ledger. Answers how much work the comparison was. */
export function takeFrame(frame: Frame): number {
  const { stage } = frame;
  readDirty(frame);
  const changed = changedRows(stage);
  const drawn = changed.filter((at) => !isBlank(stage.textOf(at)));
  const only = drawn[0];
  // Rows that only vanished stay where they were seen, so that erasing and drawing again meet.
  if (only === undefined) return 0;
  if (drawn.length === 1) {
    const row = stage.shown[only];
    if (belongs(row, stage.section) && grows(row.text, stage.textOf(only))) {
      stage.section.retext(row, stage.textOf(only));
      row.erased = false;
      return 0;
    }
    if (!row && (changed.length === 1 || frame.reversed)) {
      insertOneRow(stage, frame.screen, frame.limbo, only, frame.reversed);
      return 0;
    }
  }
  return takeChanges(frame, changed[0] as number, changed.at(-1) as number);
}

function readDirty({ stage, screen }: Frame): void {
  for (let at = 0; at < stage.rows; at += 1) {
    if (!stage.dirty[at]) continue;
    stage.dirty[at] = 0;
    stage.wrapped[at] = stage.panelFrom === 0 && screen.wrapped(at);
    if (stage.panelFrom > 0) {
      stage.panel[at] = screen.text(at, stage.panelFrom);
      stage.texts[at] = screen.text(at, 0, stage.panelFrom);
    } else stage.texts[at] = screen.text(at);
  }
}

function changedRows(stage: Stage): number[] {
  const changed: number[] = [];
  for (let at = 0; at < stage.rows; at += 1) if (stage.shownText(at) !== stage.texts[at]) changed.push(at);
  return changed;
}

function takeChanges(frame: Frame, from: number, to: number): number {
  const { stage, limbo } = frame;
  const before: Before[] = [];
  const after: After[] = [];
  for (let at = from; at <= to; at += 1) {
    const row = stage.shown[at];
    if (row && !isBlank(row.text)) before.push(asBefore(at, row));
    if (!isBlank(stage.textOf(at))) after.push(asAfter(at, stage.textOf(at)));
  }
  const panel = lookForPanel(frame, before, after);
  if (panel > 0) {
    splitPanel(stage, panel);
    return takeFrame(frame);
  }
  const alignment = align(before, after, stage.section);
  judgeSteadiness(alignment.pairs);
  for (const [then, now] of alignment.pairs) {
    now.row = then.row;
    then.paired = true;
  }
  const placement = new Placement(stage, limbo, alignment.flip, from, to);
  placeAll(placement, before, after, alignment.pairs);
  stage.shown = placement.showing;
  for (const [{ row }, { at }] of alignment.pairs) {
    row.continues = stage.wrapped[at] ? (stage.shown[at - 1] ?? row.continues) : null;
  }
  settleVanished(frame, before);
  return alignment.work;
}

function lookForPanel({ stage, screen }: Frame, before: Before[], after: After[]): number {
  if (stage.section.kind !== "alternate" || stage.panelFrom > 0 || stage.panelSearches >= PANEL_SEARCHES) return 0;
  const least = Math.min(before.filter(informative).length, after.filter(informative).length);
  if (least < 5 || least - markEqual(before, after) < 4) return 0;
  stage.panelSearches += 1;
  return findPanel(stage, screen);
}

/** Where some rows moved, those that stayed are a header or a footer, and those that moved are not. */
function judgeSteadiness(pairs: [Before, After][]): void {
  const moved = pairs.filter(([then, now]) => then.text === now.text && informative(then) && then.at !== now.at);
  if (moved.length < 2) return;
  for (const [then, now] of pairs) then.row.steady = then.at === now.at ? then.row.steady + 1 : 0;
}

function placeAll(placement: Placement, before: Before[], after: After[], pairs: [Before, After][]): void {
  let i = 0;
  let j = 0;
  const gapUpTo = (then: number, now: number) => {
    const fresh = after.slice(j, now);
    if (fresh.length === 0) return;
    const vanished = before.slice(i, then);
    placement.place({ fresh, vanished, above: after[j - 1] ?? null, below: after[now] ?? null });
  };
  for (const [then, now] of pairs) {
    const [atThen, atNow] = [before.indexOf(then, i), after.indexOf(now, j)];
    gapUpTo(atThen, atNow);
    placement.show(then.row, now.at);
    if (then.row.section === placement.section) placement.section.retext(then.row, now.text);
    i = atThen + 1;
    j = atNow + 1;
  }
  gapUpTo(before.length, after.length);
}

function settleVanished({ stage, limbo }: Frame, before: Before[]): void {
  const { section } = stage;
  for (const { row, at, text, paired } of before) {
    if (paired) row.erased = false;
    else if (belongs(row, section) && !isBlank(stage.textOf(at))) {
      const lastRow = at === stage.rows - 1;
      const ofPager = section.kind === "alternate" ? isPagerPrompt(text) : row.erased && isBarePagerPrompt(text);
      if (lastRow && ofPager) section.remove(row);
      else if (isEmptiedField(text, stage.textOf(at))) section.markAsDraft(row);
      else if (row.erased) limbo.push(row);
    } else if (!stage.shown[at] && isBlank(stage.textOf(at))) stage.shown[at] = row;
  }
}
