import { expect, test } from "vitest";
import { allOf, extended, noSelection, only, toggled } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const chosen = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join("");

test("one by one, in and out again", () => {
  const two = toggled(toggled(noSelection, "a"), "c");
  expect(chosen(two)).toBe("ac");
  expect(chosen(toggled(two, "a"))).toBe("c");
});

test("a range goes from the last one chosen, either way, and gives back only what it took", () => {
  const start = toggled(toggled(noSelection, "a"), "c");
  const down = extended(start, order, "e", "c");
  expect(chosen(down)).toBe("acde");
  expect(chosen(extended(down, order, "d", "e"))).toBe("acd");
  expect(chosen(extended(down, order, "b", "e"))).toBe("abc");
});

test("with nothing chosen, or the start gone from the list, a range begins where the reader is", () => {
  expect(chosen(extended(noSelection, order, "d", "c"))).toBe("cd");
  expect(chosen(extended(toggled(noSelection, "z"), order, "b", "a"))).toBe("abz");
});

test("a range from nowhere is the one row", () => {
  expect(chosen(extended(noSelection, order, "d", "z"))).toBe("d");
});

test("all, or just some", () => {
  expect(chosen(allOf(order))).toBe("abcde");
  expect(chosen(extended(only(["b"]), order, "d", "c"))).toBe("bcd");
});
