// The row ledger: hears what the emulator is about to do to its screen, and remembers every row that was shown.
import { takeFrame } from "./frame.ts";
import { History } from "./history.ts";
import type { ShownRow } from "./merge-repeated.ts";
import { reattachAlternate, reattachNormal } from "./reattach.ts";
import { belongs, type Row, type ScreenKind } from "./row.ts";
import { type Screen, Stage } from "./stage.ts";
import { isPagerPrompt } from "./text-shape.ts";

/** Rows and UTF-16 units that are kept; the oldest go first. */
export interface LedgerLimits {
  rows: number;
  characters: number;
}

const LIMITS: LedgerLimits = { rows: 50_000, characters: 8_000_000 };
/** After so much comparing, frames are taken only after half a screen of printing: time stays bounded, and deterministic. */
const MUCH_WORK = 1_500_000;
/** Cells printed inside one synchronised frame before it is taken for one that never ends. */
const ENDLESS_FRAME = 262_144;
/** Old rows are dropped in blocks, as that moves all others. */
const DROPPED_AT_ONCE = 1000;
const NOWHERE = Number.MAX_SAFE_INTEGER;

export class Ledger {
  readonly #screen: Screen;
  readonly #limits: LedgerLimits;
  readonly #history = new History();
  #stage: Stage;
  /** The normal screen while the alternate one is shown. */
  #normal: { stage: Stage; resized: boolean } | null = null;
  #limbo: Row[] = [];
  #frame = 1;
  #dirty = false;
  #reversed = false;
  /** Where the print run began, or went on after it scrolled; -1 outside of one. */
  #printingFrom = -1;
  #lastPrinted = -1;
  #highestPrinted = NOWHERE;
  #printedCells = 0;
  #work = 0;
  #synchronised = false;
  #synchronisedCells = 0;
  /** The normal screen comes back at another size than it was left at. */
  #wrappedAnew = false;
  #droppedRows = 0;

  constructor(screen: Screen, limits: LedgerLimits = LIMITS) {
    this.#screen = screen;
    this.#limits = limits;
    this.#stage = this.#open("normal");
  }

  /** A run of characters is about to be printed at the cursor. */
  beforePrint(): void {
    const at = this.#screen.cursorRow;
    if (at !== this.#lastPrinted) {
      const again = this.#stage.touched[at] === this.#frame || at < this.#lastPrinted || at < this.#highestPrinted;
      const affordable = this.#work < MUCH_WORK || this.#printedCells > (this.#screen.cols * this.#screen.rows) / 2;
      if (again && this.#dirty && !this.#synchronised && affordable) this.#take();
    }
    if (at < this.#highestPrinted) this.#highestPrinted = at;
    this.#printingFrom = at;
    this.#touch(at, at);
  }

  /** The run was printed. */
  afterPrint(cells: number): void {
    const from = this.#printingFrom;
    this.#printingFrom = -1;
    const to = this.#screen.cursorRow;
    this.#touch(Math.min(from, to), to);
    // Scrolling in the middle of the run has begun another frame; a run in two parts would begin it here, too.
    if (this.#highestPrinted === NOWHERE) this.#highestPrinted = Math.min(from, to);
    this.#lastPrinted = to;
    this.#printedCells += cells;
    if (!this.#synchronised) return;
    this.#synchronisedCells += cells;
    if (this.#synchronisedCells > ENDLESS_FRAME) this.#synchronised = false;
  }

  /** The scroll region is about to move up by one row. */
  beforeScroll(): void {
    const { regionTop, regionBottom } = this.#screen;
    if (this.#printingFrom >= 0) this.#touch(Math.min(this.#printingFrom, regionBottom), regionBottom);
    this.#takePart();
    this.#moveUp(regionTop, regionBottom, 1);
    this.#stage.scrolled += 1;
  }

  /** It moved; when that was in the middle of a print run, the run goes on in the last row of the region. */
  afterScroll(): void {
    if (this.#printingFrom < 0) return;
    this.#printingFrom = this.#screen.regionBottom;
    // Only now it is known that the blanks at the end of the row above are part of a line.
    this.#mark(Math.max(0, this.#printingFrom - 1), this.#printingFrom);
  }

  /** Cells of a row are about to change otherwise than by printing. */
  change(from: number, to: number = from): void {
    this.#mark(from, to);
  }

  /** Whole rows are about to be erased. */
  erase(from: number, to: number): void {
    if (!this.#synchronised && this.#dirty) {
      for (let at = from; at <= to; at += 1) {
        if (this.#stage.touched[at] !== this.#frame) continue;
        this.#take();
        break;
      }
    }
    this.#mark(from, to);
    for (const row of this.#stage.shown.slice(from, to + 1)) if (row) row.erased = true;
  }

  /** The whole screen is about to be erased. */
  clear(): void {
    if (this.#dirty) this.#take();
    if (this.#stage.section.kind === "normal" && this.#stage.scrolled > 0) {
      this.#close();
      this.#open("normal").section.afterClear = true;
    }
    this.#stage.scrolled = 0;
    for (const row of this.#stage.shown) if (row) row.erased = true;
    this.#mark(0, this.#stage.rows - 1);
    this.#lastPrinted = -1;
  }

  scrollUp(by: number): void {
    this.#takePart();
    this.#moveUp(this.#screen.regionTop, this.#screen.regionBottom, by);
  }

  scrollDown(by: number): void {
    this.#takePart();
    this.#moveDown(this.#screen.regionTop, by);
  }

  insertRows(count: number): void {
    if (!this.#cursorInRegion()) return;
    this.#takePart();
    this.#moveDown(this.#screen.cursorRow, count);
  }

  deleteRows(count: number): void {
    if (!this.#cursorInRegion()) return;
    this.#takePart();
    this.#moveUp(this.#screen.cursorRow, this.#screen.regionBottom, count);
  }

  /** The cursor goes up a row; at the top of the region that scrolls down. */
  reverseIndex(): void {
    if (this.#screen.cursorRow !== this.#screen.regionTop) return;
    this.#takePart();
    this.#reversed = true;
    this.#moveDown(this.#screen.regionTop, 1);
  }

  beginSynchronised(): void {
    if (this.#dirty) this.#take();
    this.#synchronised = true;
    this.#synchronisedCells = 0;
  }

  endSynchronised(): void {
    this.#synchronised = false;
    if (this.#dirty) this.#take();
  }

  enterAlternate(): void {
    if (this.#stage.section.kind === "alternate") return;
    this.#takePart();
    this.#close();
    this.#normal = { stage: this.#stage, resized: false };
    this.#open("alternate");
  }

  /** Back on the normal screen: its rows are where they were, and what comes is later than the alternate screen. */
  leaveAlternate(): void {
    if (this.#stage.section.kind === "normal") return;
    this.#takePart();
    this.#close();
    this.#synchronised = false;
    const saved = this.#normal;
    this.#normal = null;
    const stage = this.#open("normal");
    if (!saved) return;
    const { shown, texts, wrapped, scrolled } = saved.stage;
    Object.assign(stage, { shown, texts, wrapped, scrolled });
    this.#wrappedAnew = saved.resized;
  }

  /** The emulator shows the screen that was announced. */
  afterSwitch(): void {
    if (this.#wrappedAnew) this.#reattach();
    this.#wrappedAnew = false;
  }

  /** The terminal is about to be reset. */
  reset(): void {
    this.#takePart();
    this.#close();
    this.#normal = null;
    this.#synchronised = false;
    this.#open("normal");
  }

  beforeResize(): void {
    this.#takePart();
  }

  afterResize(): void {
    if (this.#normal) this.#normal.resized = true;
    this.#reattach();
  }

  /** What was shown up to now, what is being drawn included. The ledger itself goes on as if nobody had asked. */
  shown(): { rows: ShownRow[]; droppedRows: number } {
    const stage = this.#stage.copy();
    takeFrame({ stage, screen: this.#screen, limbo: [], reversed: this.#reversed });
    if (stage.panelFrom > 0) stage.section.panel = stage.panel;
    return { rows: this.#history.with(stage.section), droppedRows: this.#droppedRows };
  }

  /** For an emulator that can't be heard: everything may have changed. */
  sample(): void {
    this.#mark(0, this.#stage.rows - 1);
    this.#take();
  }

  #open(kind: ScreenKind): Stage {
    this.#stage = new Stage(kind, this.#screen.rows);
    this.#lastPrinted = -1;
    this.#dirty = false;
    return this.#stage;
  }

  #close(): void {
    const { section, panelFrom, panel } = this.#stage;
    if (panelFrom > 0) section.panel = [...panel];
    this.#history.append(section);
  }

  #mark(from: number, to: number): void {
    this.#stage.dirty.fill(1, from, to + 1);
    this.#dirty = true;
  }

  #touch(from: number, to: number): void {
    this.#mark(from, to);
    this.#stage.touched.fill(this.#frame, from, to + 1);
  }

  /** Takes what is drawn as a whole frame. */
  #take(): void {
    this.#takeRows();
    this.#limbo = [];
  }

  /** Takes what is drawn because rows are about to move; the frame may go on. */
  #takePart(): void {
    if (this.#dirty) this.#takeRows();
  }

  #takeRows(): void {
    this.#printedCells = 0;
    this.#highestPrinted = NOWHERE;
    this.#frame += 1;
    this.#dirty = false;
    const frame = { stage: this.#stage, screen: this.#screen, limbo: this.#limbo, reversed: this.#reversed };
    this.#work += takeFrame(frame);
    this.#reversed = false;
    this.#evict();
  }

  #evict(): void {
    const { section } = this.#stage;
    const history = this.#history;
    const tooMany = () =>
      history.rows + section.size > this.#limits.rows ||
      history.characters + section.characters > this.#limits.characters;
    while (tooMany()) {
      const dropped = history.drop(DROPPED_AT_ONCE) || section.dropFirst();
      if (dropped === 0) return;
      this.#droppedRows += dropped;
    }
  }

  #moveUp(top: number, bottom: number, by: number): void {
    this.#stage.moveUp(top, bottom, by);
    this.#lastPrinted = -1;
  }

  #moveDown(top: number, by: number): void {
    const { section } = this.#stage;
    const bottom = this.#screen.regionBottom;
    this.#stage.moveDown(top, bottom, by, (row) => {
      const pushedOut = row.erased && bottom === this.#stage.rows - 1 && section.kind === "alternate";
      if (pushedOut && belongs(row, section) && isPagerPrompt(row.text)) section.remove(row);
    });
    this.#lastPrinted = -1;
  }

  #cursorInRegion(): boolean {
    const { cursorRow, regionTop, regionBottom } = this.#screen;
    return cursorRow >= regionTop && cursorRow <= regionBottom;
  }

  #reattach(): void {
    const stage = this.#stage;
    const before = stage.shown;
    stage.resize(this.#screen.rows);
    for (let at = 0; at < stage.rows; at += 1) {
      stage.texts[at] = this.#screen.text(at);
      stage.wrapped[at] = this.#screen.wrapped(at);
    }
    this.#lastPrinted = -1;
    this.#dirty = true;
    if (stage.section.kind === "alternate") reattachAlternate(stage, before);
    else reattachNormal(stage, before);
  }
}
