import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

export type RowDrag = {
  ids: readonly string[];
  x: number;
  y: number;
  /** The group under the pointer, `null` being none at all; undefined where a drop does nothing. */
  target: string | null | undefined;
};

export type RowDragOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** What goes along when the row with this id is pulled. */
  idsFor: (id: string) => readonly string[];
  /** The group at a height of the list's content, in px. */
  groupAtHeight: (height: number, ids: readonly string[]) => string | null | undefined;
  onDragging: (dragging: boolean) => void;
  onDrop: (ids: readonly string[], group: string | null) => void;
};

const threshold = 6;
const edge = 40;
const most = 14;

/**
 * Rows pulled with a mouse or a pen. Pointer events rather than the browser's own drag and drop, which Firefox doesn't
 * begin on a button. Esc, or letting go beside a group, cancels.
 */
export function useRowDrag(options: RowDragOptions) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(event: PointerEvent, id: string) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    stop.current?.();
    const listening = new AbortController();
    const from = { x: event.clientX, y: event.clientY };
    let at = from;
    let now: RowDrag | null = null;
    let frame = 0;
    let cancelled = false;

    function show(next: RowDrag | null) {
      if ((now === null) !== (next === null)) latest.current.onDragging(next !== null);
      now = next;
      setDrag(next);
    }

    function follow() {
      const { scroller, groupAtHeight, idsFor } = latest.current;
      const ids = now?.ids ?? idsFor(id);
      const box = scroller.current?.getBoundingClientRect();
      const inside = box && at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
      const height = inside ? at.y - box.top + (scroller.current?.scrollTop ?? 0) : null;
      show({ ids, ...at, target: height === null ? undefined : groupAtHeight(height, ids) });
    }

    /** Near an edge the list scrolls on, the faster the nearer. */
    function scroll() {
      frame = requestAnimationFrame(scroll);
      const list = latest.current.scroller.current;
      if (!now || !list) return;
      const { top, bottom } = list.getBoundingClientRect();
      const pull = Math.max(0, top + edge - at.y) * -1 + Math.max(0, at.y - (bottom - edge));
      const before = list.scrollTop;
      if (pull !== 0) list.scrollTop += Math.max(-most, Math.min(most, pull / 3));
      if (list.scrollTop !== before) follow();
    }

    function end() {
      listening.abort();
      cancelAnimationFrame(frame);
      stop.current = null;
      if (now) show(null);
    }

    const listen = <K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, heard, { signal: listening.signal, capture: true });
    listen("pointermove", (move) => {
      at = { x: move.clientX, y: move.clientY };
      if (cancelled || (!now && Math.hypot(at.x - from.x, at.y - from.y) < threshold)) return;
      if (!now) frame = requestAnimationFrame(scroll);
      follow();
    });
    listen("pointerup", () => {
      const dropped = now;
      if (dropped || cancelled) swallowClick();
      end();
      if (dropped && dropped.target !== undefined) latest.current.onDrop(dropped.ids, dropped.target);
    });
    listen("pointercancel", end);
    listen("blur", (lost) => lost.target === window && end());
    listen("keydown", (key) => {
      if (key.key !== "Escape" || !now) return;
      key.preventDefault();
      key.stopPropagation();
      cancelled = true;
      show(null);
    });
    stop.current = end;
  }

  return { drag, begin };
}

/** The click that ends a drag is none of the row's. */
function swallowClick() {
  const swallow = (click: Event) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}
