import type { RefObject } from "react";
import { allowedWidth, chatMin, type SideColumn, sideColumns } from "./column-widths.ts";
import { MovedEdge } from "./moved-edge.tsx";

export type ColumnEdgeProps = {
  column: SideColumn;
  label: string;
  /** The column's element and the chat's: what one gains the other gives. */
  side: RefObject<HTMLElement | null>;
  chat: RefObject<HTMLElement | null>;
  width: number;
  onWidth: (width: number) => void;
};

const keyStep = 24;

/** The line between a side column and the chat. */
export function ColumnEdge({ column, label, side, chat, width, onWidth }: ColumnEdgeProps) {
  const outwards = column === "documents" ? 1 : -1;
  const { min, normal } = sideColumns[column];

  function measure() {
    const now = side.current?.offsetWidth ?? width;
    return { now, room: now + (chat.current?.offsetWidth ?? chatMin) };
  }

  function set(wanted: (now: number) => number) {
    const { now, room } = measure();
    onWidth(allowedWidth(column, wanted(now), room));
  }

  return (
    <MovedEdge
      orientation="vertical"
      label={label}
      value={width}
      min={min}
      onGrab={() => {
        const { now, room } = measure();
        return (distance) => onWidth(allowedWidth(column, now + distance * outwards, room));
      }}
      onStep={(direction) => set((now) => now + keyStep * outwards * direction)}
      onEnd={(end) => set(() => (end === "least" ? min : Number.MAX_SAFE_INTEGER))}
      onReset={() => set(() => normal)}
      className="relative"
    />
  );
}
