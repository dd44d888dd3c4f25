import { type RefObject, useEffect, useRef } from "react";

/** How long a place that was found is held while what is around it is still being laid out. */
const HELD_MS = 1_500;
/** How long it is looked for. */
const SOUGHT_MS = 20_000;
const BY_HAND = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Brings a place to a third from the top of its scroller and holds it there until all is laid out, or until the reader
 * takes over. Once for each `key`; `find` is asked each frame, and null means not there yet.
 */
export function useLanding(
  scroller: RefObject<HTMLElement | null>,
  key: string | null,
  find: () => Range | Element | null,
): void {
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  const landed = useRef<string | null>(null);
  useEffect(() => {
    // One that was hidden and is shown again stays where it was read.
    if (key === null || key === landed.current) return;
    const began = performance.now();
    let found: number | null = null;
    let frame = 0;
    const step = () => {
      const now = performance.now();
      const element = scroller.current;
      const place = element ? latest.current() : null;
      if (element && place) {
        found ??= now;
        landed.current = key;
        const goal = element.getBoundingClientRect().top + element.clientHeight / 3;
        const away = place.getBoundingClientRect().top - goal;
        if (Math.abs(away) > 1) element.scrollTop += away;
      }
      if (found === null ? now - began < SOUGHT_MS : now - found < HELD_MS) frame = requestAnimationFrame(step);
    };
    const stop = () => cancelAnimationFrame(frame);
    frame = requestAnimationFrame(step);
    for (const type of BY_HAND) addEventListener(type, stop, { capture: true, passive: true, once: true });
    return () => {
      stop();
      for (const type of BY_HAND) removeEventListener(type, stop, { capture: true });
    };
  }, [scroller, key]);
}
