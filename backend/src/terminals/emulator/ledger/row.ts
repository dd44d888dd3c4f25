/** How many rows of one text a section finds again; a search looks at the newest few anyway. */
const FINDABLE = 64;

/**
 * One row of the screen, remembered. It keeps its identity while it moves, is retyped in place, scrolls away and comes
 * back; what a terminal showed is the list of its rows.
 */
export class Row {
  text: string;
  section: Section;
  previous: Row | null = null;
  next: Row | null = null;
  /** The screen had a blank row above it. */
  gapBefore = false;
  /** The row whose line goes on in this one. */
  continues: Row | null = null;
  /** How often it stayed while others moved: evidence that it is a header or a footer. */
  steady = 0;
  /** Erased from the screen, not yet drawn over. */
  erased = false;
  /** Typed into a field that was emptied: what was sent is shown elsewhere, and it is no place to find rows again. */
  draft = false;
  /** Taken out of its section. */
  gone = false;
  /** Rising along the section. */
  order = 0;
  /** Where it was last on the screen. */
  screenRow = -1;

  constructor(text: string, section: Section) {
    this.text = text;
    this.section = section;
  }
}

export type ScreenKind = "normal" | "alternate";

/** The rows of one stretch of the normal or the alternate screen, in order, findable by text. */
export class Section {
  readonly kind: ScreenKind;
  /** Stands before the first row; never part of the text. */
  readonly head: Row;
  tail: Row;
  size = 0;
  characters = 0;
  /** It began with a cleared screen, after rows had scrolled away: it may draw again what the section before has. */
  afterClear = false;
  /** The last state of a panel at the right, apart from the rows at its left. */
  panel: string[] | null = null;
  #byText = new Map<string, Row[]>();

  constructor(kind: ScreenKind) {
    this.kind = kind;
    this.head = new Row("", this);
    this.tail = this.head;
  }

  /** Puts a row that is in no list after another one of this section. */
  insertAfter(before: Row, row: Row): Row {
    row.section = this;
    row.gone = false;
    row.previous = before;
    row.next = before.next;
    before.next = row;
    if (row.next) row.next.previous = row;
    else this.tail = row;
    this.size += 1;
    this.characters += row.text.length;
    row.order = row.next ? (before.order + row.next.order) / 2 : before.order + 1;
    if (row.next && (row.order <= before.order || row.order >= row.next.order)) this.#renumber();
    this.#index(row);
    return row;
  }

  remove(row: Row): void {
    if (row.gone || row.section !== this || row === this.head) return;
    row.gone = true;
    this.#unindex(row);
    if (row.previous) row.previous.next = row.next;
    if (row.next) row.next.previous = row.previous;
    else this.tail = row.previous ?? this.head;
    row.previous = null;
    row.next = null;
    this.size -= 1;
    this.characters -= row.text.length;
  }

  markAsDraft(row: Row): void {
    row.draft = true;
    this.#unindex(row);
  }

  retext(row: Row, text: string): void {
    if (row.text === text) return;
    this.#unindex(row);
    this.characters += text.length - row.text.length;
    row.text = text;
    this.#index(row);
  }

  /** The rows of this text, oldest first; of many only the newest. */
  withText(text: string): readonly Row[] {
    return this.#byText.get(text) ?? [];
  }

  *rows(): Generator<Row> {
    for (let row = this.head.next; row; row = row.next) yield row;
  }

  /** Drops the oldest row; answers how many there were to drop. */
  dropFirst(): 0 | 1 {
    const first = this.head.next;
    if (!first) return 0;
    if (first.next?.continues === first) first.next.continues = null;
    this.remove(first);
    return 1;
  }

  /** A section of the same rows, and which new row stands for which. */
  copy(): { section: Section; copies: Map<Row, Row> } {
    const section = new Section(this.kind);
    const copies = new Map<Row, Row>([[this.head, section.head]]);
    for (const row of this.rows()) {
      const twin = section.insertAfter(section.tail, new Row(row.text, section));
      twin.gapBefore = row.gapBefore;
      twin.steady = row.steady;
      twin.erased = row.erased;
      if (row.draft) section.markAsDraft(twin);
      twin.screenRow = row.screenRow;
      twin.continues = row.continues ? (copies.get(row.continues) ?? row.continues) : null;
      copies.set(row, twin);
    }
    section.afterClear = this.afterClear;
    section.panel = this.panel;
    return { section, copies };
  }

  /** It has ended: its rows know nothing of each other any more, so that those still on the screen don't keep the rest. */
  seal(): void {
    for (let row = this.head.next; row; ) {
      const next: Row | null = row.next;
      row.previous = null;
      row.next = null;
      row = next;
    }
    this.head.next = null;
    this.tail = this.head;
    this.size = 0;
    this.characters = 0;
    this.#byText.clear();
  }

  #renumber(): void {
    let order = 0;
    for (let row: Row | null = this.head; row; row = row.next) row.order = order++;
  }

  #index(row: Row): void {
    if (row.draft) return;
    const rows = this.#byText.get(row.text);
    if (!rows) this.#byText.set(row.text, [row]);
    else if (rows.push(row) > FINDABLE) rows.shift();
  }

  #unindex(row: Row): void {
    const rows = this.#byText.get(row.text);
    if (!rows) return;
    const at = rows.lastIndexOf(row);
    if (at < 0) return;
    if (rows.length === 1) this.#byText.delete(row.text);
    else rows.splice(at, 1);
  }
}

/** True for a row that is in this section's list now. */
export const belongs = (row: Row | null | undefined, section: Section): row is Row =>
  row != null && row.section === section && !row.gone;
