import type { IBufferLine, Terminal } from "@xterm/headless";
import type { Screen } from "./ledger/stage.ts";
import type { Seams } from "./seams.ts";

/** Stands in cells whose content is not known, because the output that drew them is gone. No program prints it. */
export const HOLE = "\uFDD0";

/** A program that draws only what changed leaves out what was blank already: an indent, between words, after the end. */
const LEAST_DRAWN = 6;
const HOLES_AT_END = new RegExp(`[${HOLE}\\s]+$`);
const INDENT = new RegExp(`^${HOLE}{1,2}(?!${HOLE})`);
const BETWEEN_WORDS = new RegExp(`(?<=[^\\s${HOLE}])${HOLE}(?=[^\\s${HOLE}])`, "g");
const blanks = (holes: string) => " ".repeat(holes.length);

/**
 * Reads an emulator's screen for the ledger. A row with holes that can't have been blank is no row that was ever shown,
 * and reads as blank.
 */
export class EmulatorScreen implements Screen {
  /** Rows were read that had holes in them. */
  sawHoles = false;
  readonly #terminal: Terminal;
  readonly #seams: Seams | null;
  readonly #holes: boolean;

  constructor(terminal: Terminal, seams: Seams | null, holes: boolean) {
    this.#terminal = terminal;
    this.#seams = seams;
    this.#holes = holes;
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get cursorRow(): number {
    return this.#terminal.buffer.active.cursorY;
  }

  get cursorColumn(): number {
    return this.#terminal.buffer.active.cursorX;
  }

  get regionTop(): number {
    return this.#seams?.region.top ?? 0;
  }

  get regionBottom(): number {
    return this.#seams?.region.bottom ?? this.rows - 1;
  }

  text(row: number, from = 0, to?: number): string {
    const line = this.#line(row);
    if (!line) return "";
    const next = row + 1 < this.rows && to === undefined && from === 0 ? this.#line(row + 1) : undefined;
    const text = next?.isWrapped ? this.#wholeRow(line, next) : line.translateToString(true, from, to).trimEnd();
    return this.#holes && text.includes(HOLE) ? this.#withoutHoles(text) : text;
  }

  wrapped(row: number): boolean {
    return this.#line(row)?.isWrapped ?? false;
  }

  cell(row: number, column: number): { text: string; width: number } {
    const cell = this.#line(row)?.getCell(column);
    return { text: cell?.getChars() ?? "", width: cell?.getWidth() ?? 1 };
  }

  #withoutHoles(text: string): string {
    const drawn = text.replace(HOLES_AT_END, "").replace(INDENT, blanks).replace(BETWEEN_WORDS, " ").trimEnd();
    if (drawn !== "" && drawn.trim() !== HOLE) this.sawHoles = true;
    return drawn.includes(HOLE) || drawn.trim().length < LEAST_DRAWN ? "" : drawn;
  }

  /** With its blanks, as they are part of the line; without the last cell where a wide character had no room in it. */
  #wholeRow(line: IBufferLine, next: IBufferLine): string {
    const last = line.getCell(this.cols - 1);
    const left = last?.getChars() === "" && last.getWidth() === 1 && next.getCell(0)?.getWidth() === 2;
    return line.translateToString(false, 0, left ? this.cols - 1 : this.cols);
  }

  #line(row: number): IBufferLine | undefined {
    const buffer = this.#terminal.buffer.active;
    return buffer.getLine(buffer.baseY + row);
  }
}
