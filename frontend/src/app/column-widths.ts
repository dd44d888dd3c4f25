import { remember, remembered } from "../lib/memory.ts";

/** In px: what the chat keeps however wide the two beside it are. */
export const chatMin = 320;

/** In px, the two columns that have a width of their own. */
export const sideColumns = {
  documents: { normal: 400, min: 300 },
  rail: { normal: 312, min: 240 },
} as const;

export type SideColumn = keyof typeof sideColumns;

/** The width that the reader gave a column, on this browser; kept in px, for another window's width is not their doing. */
export function keptWidth(column: SideColumn): number {
  const { normal, min } = sideColumns[column];
  const width = Number(remembered(`width.${column}`));
  return Number.isFinite(width) && width >= min ? width : normal;
}

export function keepWidth(column: SideColumn, width: number): void {
  remember(`width.${column}`, String(Math.round(width)));
}

/** The nearest width to `wanted` that leaves the column readable and the chat its own; `room` is what both share. */
export function allowedWidth(column: SideColumn, wanted: number, room: number): number {
  const { min } = sideColumns[column];
  return Math.round(Math.max(min, Math.min(wanted, room - chatMin)));
}
