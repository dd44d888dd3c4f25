import { type Row, type ScreenKind, Section } from "./row.ts";

/** The emulator's screen as the ledger reads it. Rows and columns count from 0. */
export interface Screen {
  readonly cols: number;
  readonly rows: number;
  readonly cursorRow: number;
  readonly cursorColumn: number;
  readonly regionTop: number;
  readonly regionBottom: number;
  /** The text without trailing blanks, except where its line goes on in the next row; from one column to before another. */
  text(row: number, from?: number, to?: number): string;
  /** The row goes on with the line of the row above. */
  wrapped(row: number): boolean;
  /** What stands in one cell; empty for the second half of a wide character. */
  cell(row: number, column: number): { text: string; width: number };
}

/** One screen, normal or alternate, as the ledger last saw it. */
export class Stage {
  section: Section;
  /** For each screen row the row last seen there, also after it was erased. */
  shown: (Row | null)[];
  /** What the emulator has there now, as last read. */
  texts: string[];
  wrapped: boolean[];
  dirty: Uint8Array;
  /** The frame in which each screen row was last printed on. */
  touched: Int32Array;
  /** The row that left at the top last. */
  above: Row | null = null;
  /** Where a panel at the right begins; 0 for none. */
  panelFrom = 0;
  panel: string[] = [];
  panelSearches = 0;
  /** Rows scrolled away since the screen was last cleared. */
  scrolled = 0;

  constructor(kind: ScreenKind, rows: number) {
    this.section = new Section(kind);
    this.shown = Array(rows).fill(null);
    this.texts = Array(rows).fill("");
    this.wrapped = Array(rows).fill(false);
    this.dirty = new Uint8Array(rows);
    this.touched = new Int32Array(rows);
  }

  get rows(): number {
    return this.shown.length;
  }

  textOf(screenRow: number): string {
    return this.texts[screenRow] ?? "";
  }

  /** The text of the row last seen there. */
  shownText(screenRow: number): string {
    return this.shown[screenRow]?.text ?? "";
  }

  show(row: Row, screenRow: number): void {
    this.shown[screenRow] = row;
    row.screenRow = screenRow;
  }

  /** Rows top to bottom move up by some; what leaves at the top is forgotten here. */
  moveUp(top: number, bottom: number, by: number): void {
    const moved = Math.min(by, bottom - top + 1);
    if (top === 0) this.above = this.shown[moved - 1] ?? null;
    const scrollsAll = top === 0 && bottom === this.rows - 1 && moved === 1;
    for (const [list, blank] of this.#lists()) {
      if (scrollsAll) {
        // By far the most frequent, and much faster so.
        list.shift();
        list.push(blank);
        continue;
      }
      list.copyWithin(top, top + moved, bottom + 1);
      list.fill(blank, bottom + 1 - moved, bottom + 1);
    }
    if (top > 0 || bottom < this.rows - 1) {
      // The program keeps rows out of what scrolls: they are a header or a footer.
      for (let i = 0; i < this.rows; i += 1) {
        const row = this.shown[i];
        if (row && (i < top || i > bottom)) row.steady += 1;
      }
    }
    this.touched.copyWithin(top, top + moved, bottom + 1);
    this.touched.fill(0, bottom + 1 - moved, bottom + 1);
  }

  /** Rows top to bottom move down by some; what leaves at the bottom is handed to `leaves` first. */
  moveDown(top: number, bottom: number, by: number, leaves: (row: Row) => void): void {
    const moved = Math.min(by, bottom - top + 1);
    for (let i = 0; i < moved; i += 1) {
      const row = this.shown[bottom - i];
      if (row) leaves(row);
    }
    for (const [list, blank] of this.#lists()) {
      list.copyWithin(top + moved, top, bottom + 1 - moved);
      list.fill(blank, top, top + moved);
    }
    this.touched.copyWithin(top + moved, top, bottom + 1 - moved);
    this.touched.fill(0, top, top + moved);
  }

  /** Forgets what the screen had, for another size. */
  resize(rows: number): void {
    this.shown = Array(rows).fill(null);
    this.texts = Array(rows).fill("");
    this.wrapped = Array(rows).fill(false);
    this.dirty = new Uint8Array(rows);
    this.touched = new Int32Array(rows);
  }

  /** The same stage over copied rows; rows of other sections stay the same. */
  copy(): Stage {
    const { section, copies } = this.section.copy();
    const twin = new Stage(this.section.kind, this.rows);
    twin.section = section;
    twin.shown = this.shown.map((row) => row && (copies.get(row) ?? row));
    twin.above = this.above && (copies.get(this.above) ?? this.above);
    twin.texts = [...this.texts];
    twin.wrapped = [...this.wrapped];
    twin.dirty.set(this.dirty);
    twin.touched.set(this.touched);
    twin.panelFrom = this.panelFrom;
    twin.panel = [...this.panel];
    twin.panelSearches = this.panelSearches;
    twin.scrolled = this.scrolled;
    return twin;
  }

  #lists(): [unknown[], unknown][] {
    return [
      [this.shown, null],
      [this.texts, ""],
      [this.wrapped, false],
    ];
  }
}
