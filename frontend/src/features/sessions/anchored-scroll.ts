import { type RefObject, useLayoutEffect, useRef } from "react";

export type Layout = {
  keys: readonly string[];
  /** Where each item begins, in px. */
  starts: readonly number[];
};

/**
 * How far the list has to scroll so that what was in sight (from `top`, `height` px) stays: the middle one of the ways
 * its items went, for one that jumped elsewhere must not take the reader along.
 */
export function shiftOf(before: Layout, now: Layout, top: number, height: number): number {
  const places = new Map(now.keys.map((key, index) => [key, now.starts[index] ?? 0]));
  const ways: number[] = [];
  before.keys.forEach((key, index) => {
    const start = before.starts[index] ?? 0;
    const place = places.get(key);
    if (place !== undefined && start >= top && start < top + height) ways.push(place - start);
  });
  return ways.sort((a, b) => a - b)[Math.floor(ways.length / 2)] ?? 0;
}

/**
 * Keeps what the reader sees where it is when rows come and go above it. Not at the list's top, where the news belong,
 * and not when the reader changed its `shape` (a filter, a group folded away).
 */
export function useAnchoredScroll(scroller: RefObject<HTMLElement | null>, layout: Layout, shape: unknown): void {
  const last = useRef({ layout, shape });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { layout, shape };
    const element = scroller.current;
    if (!element || before.layout === layout || before.shape !== shape || element.scrollTop <= 0) return;
    const shift = shiftOf(before.layout, layout, element.scrollTop, element.clientHeight);
    if (shift !== 0) element.scrollTop += shift;
  });
}
