import { type PointerEvent, useEffect, useRef } from "react";

const holdMs = 450;
const slack = 10;

/** A finger that rests on a row. `pressed` tells whether the click or context menu that follows belongs to it. */
export function useLongPress(onLongPress: (id: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const from = useRef({ x: 0, y: 0 });
  const fired = useRef(false);

  function cancel() {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  return {
    pressed: () => fired.current,
    begin(event: PointerEvent, id: string) {
      cancel();
      fired.current = false;
      if (event.pointerType !== "touch") return;
      from.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        fired.current = true;
        onLongPress(id);
      }, holdMs);
    },
    handlers: {
      onPointerMove(event: PointerEvent) {
        if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > slack) cancel();
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
    },
  };
}
