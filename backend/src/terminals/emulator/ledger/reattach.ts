// After another size the emulator has wrapped its lines anew: finds which rows of the ledger they are.
import { Row, type Section } from "./row.ts";
import type { Stage } from "./stage.ts";
import { isBlank } from "./text-shape.ts";

/** The alternate screen isn't wrapped anew: rows stay, or move with the height, maybe cut. */
export function reattachAlternate(stage: Stage, shownBefore: readonly (Row | null)[]): void {
  const taller = stage.rows - shownBefore.length;
  for (let at = 0; at < stage.rows; at += 1) {
    const text = stage.textOf(at);
    if (isBlank(text)) continue;
    for (const then of [at, at - 1, at + 1, at - taller, at + taller]) {
      const row = shownBefore[then];
      if (!row || row.gone || !sameButCut(row.text, text)) continue;
      stage.show(row, at);
      if (row.text.length > text.length) stage.texts[at] = row.text;
      break;
    }
  }
  stage.dirty.fill(0);
}

const sameButCut = (known: string, now: string) => known.startsWith(now) || (now.startsWith(known) && known.length > 2);

/** Lines of the normal screen, matched from the bottom up; the rows of a line are replaced by those it has now. */
export function reattachNormal(stage: Stage, shownBefore: readonly (Row | null)[]): void {
  const known = knownLines(stage, shownBefore);
  let last = known.length - 1;
  for (const line of screenLines(stage).reverse()) {
    const text = textOf(line.map((at) => stage.textOf(at)));
    const tailOnly = stage.wrapped[line[0] as number] === true;
    const found = findUpwards(known, last, text, tailOnly, stage.rows * 2);
    if (found < 0) continue;
    last = found - 1;
    const rows = known[found] as Row[];
    if (rows[0]?.section === stage.section) replaceLine(stage, rows, line, text);
    else showForeign(stage, rows, line);
  }
  stage.dirty.fill(0);
  for (let at = 0; at < stage.rows; at += 1) if (!stage.shown[at] && !isBlank(stage.textOf(at))) stage.dirty[at] = 1;
}

const textOf = (texts: string[]) => texts.join("").trimEnd();

function knownLines(stage: Stage, shownBefore: readonly (Row | null)[]): Row[][] {
  const rows: Row[] = [];
  const most = stage.rows * 6 + 300;
  for (
    let row: Row | null = stage.section.tail;
    row && row !== stage.section.head && rows.length < most;
    row = row.previous
  ) {
    rows.push(row);
  }
  rows.reverse();
  const own = new Set(rows);
  const foreign = shownBefore.filter(
    (row): row is Row => row !== null && !row.gone && row.section !== stage.section && !own.has(row),
  );
  const lines: Row[][] = [];
  for (const row of [...foreign, ...rows]) {
    const line = lines.at(-1);
    if (line && row.continues && line.at(-1) === row.continues) line.push(row);
    else lines.push([row]);
  }
  return lines;
}

function screenLines(stage: Stage): number[][] {
  const lines: number[][] = [];
  for (let at = 0; at < stage.rows; at += 1) {
    const line = lines.at(-1);
    if (stage.wrapped[at] && line) line.push(at);
    else if (!isBlank(stage.textOf(at)) || stage.wrapped[at + 1]) lines.push([at]);
  }
  return lines;
}

function findUpwards(known: Row[][], from: number, text: string, tailOnly: boolean, most: number): number {
  for (let k = from; k >= 0 && from - k < most; k -= 1) {
    const line = textOf((known[k] as Row[]).map((row) => row.text));
    if (line === text || (tailOnly && line.endsWith(text))) return k;
  }
  return -1;
}

function replaceLine(stage: Stage, rows: Row[], line: number[], text: string): void {
  const { section } = stage;
  const first = rows[0] as Row;
  const whole = textOf(rows.map((row) => row.text));
  let at = first.previous ?? section.head;
  let before: Row | null = null;
  const put = (part: string) => {
    const row = section.insertAfter(at, new Row(part, section));
    row.gapBefore = before === null && first.gapBefore;
    row.continues = before;
    at = row;
    before = row;
    return row;
  };
  if (whole.length > text.length) put(whole.slice(0, whole.length - text.length));
  for (const screenRow of line) stage.show(put(stage.textOf(screenRow)), screenRow);
  for (const row of rows) section.remove(row);
}

/** A line of a section that is closed: it stays as it is, and what the screen shows of it isn't taken again. */
function showForeign(stage: Stage, rows: Row[], line: number[]): void {
  line.forEach((at, i) => {
    const row = rows[Math.min(rows.length - 1, i)] as Row;
    if (row.text === stage.textOf(at)) stage.shown[at] = row;
    else stage.shown[at] = standIn(row.section, stage.textOf(at));
  });
}

function standIn(section: Section, text: string): Row {
  const row = new Row(text, section);
  row.gone = true;
  return row;
}
