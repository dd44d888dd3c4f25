import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { allowedWidth, chatMin, type SideColumn, sideColumns } from "./column-widths.ts";

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

/** The line between a side column and the chat: drag it, use the arrows, Home or End, or click twice for the usual width. */
export function ColumnEdge({ column, label, side, chat, width, onWidth }: ColumnEdgeProps) {
  const drag = useRef<{ x: number; width: number; room: number } | null>(null);
  const outwards = column === "documents" ? 1 : -1;

  function measure() {
    const now = side.current?.offsetWidth ?? width;
    return { width: now, room: now + (chat.current?.offsetWidth ?? chatMin) };
  }

  function start(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, ...measure() };
  }

  function move({ clientX }: PointerEvent) {
    if (!drag.current) return;
    const { x, width: before, room } = drag.current;
    onWidth(allowedWidth(column, before + (clientX - x) * outwards, room));
  }

  function keyDown(event: KeyboardEvent) {
    const { width: now, room } = measure();
    const wanted: Record<string, number> = {
      ArrowRight: now + keyStep * outwards,
      ArrowLeft: now - keyStep * outwards,
      Home: sideColumns[column].min,
      End: room,
    };
    const next = wanted[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onWidth(allowedWidth(column, next, room));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved; this is a window splitter
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-valuenow={Math.round(width)}
      aria-valuemin={sideColumns[column].min}
      title={label} // its name too: between two landmarks an `aria-label` would be content outside of any
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onWidth(allowedWidth(column, sideColumns[column].normal, measure().room))}
      onKeyDown={keyDown}
      className="relative z-10 shrink-0 cursor-col-resize touch-none select-none border-line border-l transition-colors after:absolute after:inset-y-0 after:-inset-x-1 hover:border-accent focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 active:border-accent"
    />
  );
}
