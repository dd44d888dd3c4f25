/** What a pane shows: a terminal, by its id, or the chat. No terminal's id has a colon. */
export type Pane = string;
export const CHAT: Pane = "chat:";

/** Columns from left to right, in each its panes from top to bottom. At least one pane, none twice, no column empty. */
export type Layout = readonly (readonly Pane[])[];

export type Side = "left" | "right" | "above" | "below";

/** What the layout may have: columns beside each other, and panes in each. */
export type Room = { columns: number; rows: number };

export const MOST_PANES = 4;

export const panesOf = (layout: Layout): Pane[] => layout.flat();

/** The chat in `split`, where no id begins like that. */
const CHAT_NAME = "-";

/**
 * The layout of an address: `term` is the first pane, absent for the chat. `split` are the others: `.` before one begins
 * a column to the right, `*` puts it below the one before; the first is to the right where nothing is said. What makes
 * no sense, comes twice or is too much is left out.
 */
export function parseLayout(term: string | null, split: string | null): Layout {
  const columns: Pane[][] = [[term ?? CHAT]];
  const seen = new Set(columns[0]);
  for (const [, mark, name] of (split ?? "").matchAll(/([.*]?)([A-Za-z0-9-]+)/g)) {
    const pane = name === CHAT_NAME ? CHAT : String(name);
    if (seen.has(pane) || seen.size === MOST_PANES) continue;
    seen.add(pane);
    if (mark === "*") columns.at(-1)?.push(pane);
    else columns.push([pane]);
  }
  return columns;
}

export function layoutAddress(layout: Layout): { term: string | null; split: string | null } {
  const [first = CHAT] = panesOf(layout);
  const others = layout
    .flatMap((column) => column.map((pane, row) => `${row > 0 ? "*" : "."}${pane === CHAT ? CHAT_NAME : pane}`))
    .slice(1)
    .join("");
  return { term: first === CHAT ? null : first, split: others.replace(/^\./, "") || null };
}

/** Without those that are gone; but for the first, in whose place it can be said. */
export function livingLayout(layout: Layout, terminals: readonly { id: string }[] | undefined): Layout {
  if (terminals === undefined) return layout;
  const [first] = panesOf(layout);
  return filtered(layout, (pane) => pane === first || pane === CHAT || terminals.some(({ id }) => id === pane));
}

/** What there is room for; what is left out is a tab like others until there is. */
export function fittingLayout(layout: Layout, { columns, rows }: Room): Layout {
  return layout.slice(0, columns).map((column) => column.slice(0, rows));
}

/** `pane` in the place of `at`; one that is shown elsewhere changes places with it. */
export function withPane(layout: Layout, at: Pane, pane: Pane): Layout {
  const swapped = (one: Pane) => (one === at ? pane : one === pane ? at : one);
  return layout.map((column) => column.map(swapped));
}

/** `pane` on a side of `at`, taken from where it was. */
export function withPaneBeside(layout: Layout, at: Pane, pane: Pane, side: Side): Layout {
  if (at === pane) return layout;
  const rest = filtered(layout, (one) => one !== pane);
  const column = rest.findIndex((panes) => panes.includes(at));
  const after = side === "right" || side === "below" ? 1 : 0;
  if (side === "left" || side === "right") return rest.toSpliced(column + after, 0, [pane]);
  return rest.map((panes, index) => (index === column ? panes.toSpliced(panes.indexOf(at) + after, 0, pane) : panes));
}

/** The others take its room. The last one can't be taken away. */
export function withoutPane(layout: Layout, pane: Pane): Layout {
  const rest = filtered(layout, (one) => one !== pane);
  return rest.length > 0 ? rest : layout;
}

/** Whether there is room on that side of `at`, for another pane or for one that moves there. */
export function hasRoomBeside(layout: Layout, at: Pane, side: Side, room: Room, moved?: Pane): boolean {
  const rest = moved === undefined || moved === at ? layout : filtered(layout, (one) => one !== moved);
  if (panesOf(rest).length >= MOST_PANES) return false;
  if (side === "left" || side === "right") return rest.length < room.columns;
  return (rest.find((column) => column.includes(at))?.length ?? 0) < room.rows;
}

/** The pane next to `at` on that side; in another column the one at the same height, else its last. */
export function paneBeside(layout: Layout, at: Pane, side: Side): Pane | null {
  const index = layout.findIndex((column) => column.includes(at));
  const column = layout[index] ?? [];
  const row = column.indexOf(at);
  if (side === "above" || side === "below") return column[row + (side === "below" ? 1 : -1)] ?? null;
  const other = layout[index + (side === "right" ? 1 : -1)];
  return other?.[Math.min(row, other.length - 1)] ?? null;
}

const filtered = (layout: Layout, keep: (pane: Pane) => boolean): Layout =>
  layout.map((column) => column.filter(keep)).filter((column) => column.length > 0);
