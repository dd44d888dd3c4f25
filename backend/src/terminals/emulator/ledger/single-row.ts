// A frame that brought one new row: the usual case of a shell, and of a program that inserts rows at the top.
import { asAfter } from "./alignment.ts";
import { Placement } from "./placement.ts";
import { belongs, type Row } from "./row.ts";
import type { Screen, Stage } from "./stage.ts";

/** How many rows of a run make it a known one. */
const KNOWN_RUN = 4;

/** `reversed`: the program made room for the row by scrolling down. */
export function insertOneRow(stage: Stage, screen: Screen, limbo: Row[], at: number, reversed: boolean): void {
  if (reversed && at === screen.regionTop) {
    const below = visibleBelow(stage, at, -1);
    if (below) {
      const known = knownAbove(below, stage.textOf(at));
      if (known) stage.show(known, at);
      else {
        add(stage, limbo, at, below.previous ?? stage.section.head);
        rejoinRun(stage, at);
      }
      return;
    }
  }
  const above = visibleAbove(stage, at);
  const next = stage.section.kind === "alternate" ? above.next : null;
  if (next && next.text === stage.textOf(at) && !stage.shown.includes(next)) stage.show(next, at);
  else add(stage, limbo, at, pastDetached(stage, above, at));
}

function add(stage: Stage, limbo: Row[], at: number, after: Row): void {
  const placement = new Placement(stage, limbo, false, at, at);
  placement.add(asAfter(at, stage.textOf(at)), after);
  stage.shown = placement.showing;
}

function visibleAbove(stage: Stage, at: number): Row {
  for (let k = at - 1; k >= 0; k -= 1) {
    const row = stage.shown[k];
    if (belongs(row, stage.section)) return row;
  }
  return stage.section.head;
}

function visibleBelow(stage: Stage, at: number, later: number): Row | null {
  for (let k = at + 1; k < stage.rows; k += 1) {
    const row = stage.shown[k];
    if (belongs(row, stage.section) && row.order > later) return row;
  }
  return null;
}

/** The last row before the next visible one: what vanished from there comes first. */
function pastDetached(stage: Stage, above: Row, at: number): Row {
  const next = visibleBelow(stage, at, above.order);
  return next ? (next.previous ?? above) : stage.section.tail;
}

function knownAbove(below: Row, text: string): Row | null {
  let row = below.previous;
  for (let steps = 0; row && row !== row.section.head && steps < 3; steps += 1) {
    if (row.text === text) return row;
    row = row.previous;
  }
  return null;
}

/** Rows inserted upwards one at a time, by scrolling back: enough of them in the order of an older run are that run. */
function rejoinRun(stage: Stage, top: number): void {
  const { section } = stage;
  const candidates = section.withText(stage.textOf(top));
  if (candidates.length < 2) return;
  const run: Row[] = [];
  for (let k = top; k < stage.rows && run.length < 8; k += 1) {
    const row = stage.shown[k];
    if (!belongs(row, section)) break;
    run.push(row);
  }
  if (run.length < KNOWN_RUN) return;
  const visible = new Set(stage.shown);
  for (const candidate of [...candidates].reverse()) {
    if (visible.has(candidate)) continue;
    const chain = follow(candidate, run, visible);
    if (chain.length < KNOWN_RUN) continue;
    chain.forEach((row, i) => {
      section.remove(run[i] as Row);
      stage.show(row, top + i);
    });
    return;
  }
}

function follow(from: Row, run: Row[], visible: Set<Row | null>): Row[] {
  const chain = [from];
  for (const { text } of run.slice(1)) {
    let row = (chain.at(-1) as Row).next;
    for (let steps = 0; row && steps < 2 && (visible.has(row) || row.text !== text); steps += 1) row = row.next;
    if (!row || visible.has(row) || row.text !== text) break;
    chain.push(row);
  }
  return chain;
}
