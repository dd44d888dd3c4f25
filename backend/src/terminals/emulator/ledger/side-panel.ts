// A panel at the right of what scrolls: without it every row would be new whenever the rows at its left move.

import { splitAtColumn } from "../text/display-width.ts";
import { belongs } from "./row.ts";
import type { Screen, Stage } from "./stage.ts";
import { isBlank, isInformative, withoutNumbers, withoutReadings } from "./text-shape.ts";

const NARROWEST_LEFT = 16;
const NARROWEST_RIGHT = 8;
const CANDIDATES = 8;
const BORDER = /[│┃║▏▕|]/;
/** The column where a panel begins: right of it rows stayed, left of it they moved. 0 when there is none. */
export function findPanel(stage: Stage, screen: Screen): number {
  for (const column of gutters(stage, screen).slice(0, CANDIDATES)) if (isPanel(stage, column)) return column;
  return 0;
}

/** Columns that are a border, or the end of a blank gutter, in all rows that changed; from the right. */
function gutters(stage: Stage, screen: Screen): number[] {
  const blank = new Uint8Array(screen.cols).fill(1);
  const bordered = new Int16Array(screen.cols);
  let changed = 0;
  for (let row = 0; row < stage.rows; row += 1) {
    const known = stage.shown[row];
    if (!known || isBlank(stage.textOf(row)) || known.text === stage.textOf(row)) continue;
    changed += 1;
    for (let column = 0; column < screen.cols; column += 1) {
      const { text, width } = screen.cell(row, column);
      if (width === 0 || (text !== "" && text !== " ")) blank[column] = 0;
      if (BORDER.test(text)) bordered[column] = (bordered[column] as number) + 1;
    }
  }
  if (changed < 6) return [];
  const found: number[] = [];
  for (let column = screen.cols - NARROWEST_RIGHT; column >= NARROWEST_LEFT; column -= 1) {
    if ((bordered[column] as number) >= changed * 0.8) found.push(column);
    else if (blank[column] && blank[column - 1] && !blank[column + 1]) found.push(column + 1);
  }
  return found;
}

function isPanel(stage: Stage, column: number): boolean {
  let stayed = 0;
  let panelRows = 0;
  const leftBefore = new Map<string, number>();
  const leftNow: [string, number][] = [];
  for (let row = 0; row < stage.rows; row += 1) {
    const [left, right] = sides(stage.textOf(row), column);
    if (isInformative(left)) leftNow.push([left, row]);
    const known = stage.shown[row];
    if (!known) continue;
    const [knownLeft, knownRight] = sides(known.text, column);
    if (isInformative(knownLeft)) leftBefore.set(knownLeft, row);
    if (!isInformative(right) && !isInformative(knownRight)) continue;
    panelRows += 1;
    if (alike(right, knownRight)) stayed += 1;
  }
  const moved = leftNow.filter(([text, row]) => (leftBefore.get(text) ?? row) !== row).length;
  return panelRows >= 3 && stayed >= 0.7 * panelRows && moved >= 0.5 * leftNow.length;
}

const alike = (a: string, b: string) =>
  a === b || withoutReadings(a) === withoutReadings(b) || withoutNumbers(a) === withoutNumbers(b);

/** From here on the rows of this stage end where the panel begins; what was already taken with it is cut to fit. */
export function splitPanel(stage: Stage, column: number): void {
  const { section } = stage;
  stage.panelFrom = column;
  stage.panel = Array(stage.rows).fill("");
  const visible = new Set(stage.shown);
  for (const row of [...section.rows()]) {
    const [left] = sides(row.text, column);
    section.retext(row, left);
    if (isBlank(left) && !visible.has(row)) section.remove(row);
  }
  for (const row of [...section.rows()]) {
    const again =
      !visible.has(row) &&
      isInformative(row.text) &&
      section.withText(row.text).some((other) => other.order > row.order);
    if (again) section.remove(row);
  }
  stage.shown.forEach((row, at) => {
    if (!row || !isBlank(row.text)) return;
    if (belongs(row, section)) section.remove(row);
    stage.shown[at] = null;
  });
  stage.dirty.fill(1);
}

function sides(text: string, column: number): [left: string, right: string] {
  const [left, right] = splitAtColumn(text, column);
  return [left.trimEnd(), right.trimEnd()];
}
