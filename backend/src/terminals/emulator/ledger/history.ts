import { mergeRepeated, type ShownRow, type Stretch } from "./merge-repeated.ts";
import type { Row, Section } from "./row.ts";
import { core, isBlank } from "./text-shape.ts";

/** What editors draw below the last line of a file. */
const NO_LINE = "~";

/** What was shown before the section that is being drawn: stretches in order of time, none of them changes any more. */
export class History {
  rows = 0;
  characters = 0;
  #stretches: Stretch[] = [];

  /** Takes a section that ended, and lets go of its rows. */
  append(section: Section): void {
    if (section.size > 0) this.#set(fold(this.#stretches, stretchOf(section)));
    section.seal();
  }

  /** All rows, with those of the section that is being drawn. */
  with(section: Section): ShownRow[] {
    const stretches = section.size > 0 ? fold(this.#stretches, stretchOf(section)) : this.#stretches;
    return stretches.flatMap(({ rows }) => rows);
  }

  /** Drops the oldest rows; answers how many there were to drop. */
  drop(count: number): number {
    const first = this.#stretches[0];
    if (!first) return 0;
    const dropped = first.rows.splice(0, count);
    if (first.rows[0]) first.rows[0].continues = null;
    else this.#stretches.shift();
    this.rows -= dropped.length;
    this.characters -= length(dropped);
    return dropped.length;
  }

  #set(stretches: Stretch[]): void {
    const same = Math.min(stretches.length, this.#stretches.length) - 1;
    this.#count(this.#stretches.slice(Math.max(0, same)), -1);
    this.#stretches = stretches;
    this.#count(stretches.slice(Math.max(0, same)), 1);
  }

  #count(stretches: Stretch[], sign: 1 | -1): void {
    for (const { rows } of stretches) {
      this.rows += sign * rows.length;
      this.characters += sign * length(rows);
    }
  }
}

const length = (rows: readonly ShownRow[]) => rows.reduce((sum, { text }) => sum + text.length, 0);

/** The last stretch is replaced where the new one draws it again; the others stay as they are. */
function fold(stretches: readonly Stretch[], next: Stretch): Stretch[] {
  const last = stretches.at(-1);
  const merged = last ? mergeRepeated(last, next) : null;
  if (!last || !merged) return [...stretches, next];
  return [...stretches.slice(0, -1), { kind: next.kind, afterClear: last.afterClear, rows: merged }];
}

function stretchOf(section: Section): Stretch {
  const known = new Map<Row, ShownRow>();
  const rows: ShownRow[] = [];
  const isShownElsewhere = finder(section);
  for (const row of section.rows()) {
    if (isBlank(row.text) || (section.kind === "alternate" && row.text === NO_LINE)) continue;
    if (row.draft && isShownElsewhere(row.text)) continue;
    const shown = {
      text: row.text,
      gapBefore: row.gapBefore,
      continues: row.continues ? (known.get(row.continues) ?? null) : null,
    };
    known.set(row, shown);
    rows.push(shown);
  }
  return { kind: section.kind, afterClear: section.afterClear, rows: [...rows, ...panelOf(section)] };
}

/** Whether what was typed stands in another row, whatever is around it there. */
function finder(section: Section): (draft: string) => boolean {
  let cores: Set<string> | null = null;
  return (draft) => {
    cores ??= new Set([...section.rows()].filter((row) => !row.draft).map(({ text }) => core(text)));
    return cores.has(core(draft));
  };
}

function panelOf(section: Section): ShownRow[] {
  const texts = (section.panel ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (texts.length === 0) return [];
  return ["[side panel]", ...texts].map((text, i) => ({ text, gapBefore: i === 0, continues: null }));
}
