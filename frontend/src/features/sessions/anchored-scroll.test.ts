import { expect, test } from "vitest";
import { shiftOf } from "./anchored-scroll.ts";

const layout = (keys: string) => ({ keys: [...keys], starts: [...keys].map((_, index) => index * 50) });

test("rows that come or go above push what is in sight; the list follows", () => {
  expect(shiftOf(layout("abcdef"), layout("xyabcdef"), 100, 150)).toBe(100);
  expect(shiftOf(layout("abcdef"), layout("cdef"), 100, 150)).toBe(-100);
});

test("what comes or goes below, or one row that jumps away, moves nothing more than it must", () => {
  expect(shiftOf(layout("abcdef"), layout("abcdexf"), 100, 150)).toBe(0);
  expect(shiftOf(layout("abcdef"), layout("cabdef"), 100, 200)).toBe(0);
  expect(shiftOf(layout("abcdef"), layout("eabcdf"), 50, 150)).toBe(50);
});

test("where nothing of it is left, nothing is followed", () => {
  expect(shiftOf(layout("abc"), layout("xyz"), 0, 100)).toBe(0);
});
