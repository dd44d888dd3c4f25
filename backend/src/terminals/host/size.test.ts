import { expect, test } from "vitest";
import { createSizeKeeper } from "./size.ts";

const small = { cols: 80, rows: 24 };
const large = { cols: 200, rows: 50 };

test("the first to say has the size, until another types or takes the focus", () => {
  const keeper = createSizeKeeper<string>({ cols: 100, rows: 30 });
  expect(keeper.wish("a", small)).toEqual(small);
  expect(keeper.wish("b", large)).toBeNull();
  expect([keeper.isOwner("a"), keeper.isOwner("b")]).toEqual([true, false]);
  expect(keeper.claim("b")).toEqual(large);
  expect(keeper.wish("a", { cols: 81, rows: 24 })).toBeNull();
  expect(keeper.claim("a")).toEqual({ cols: 81, rows: 24 });
});

test("the same size again is no change", () => {
  const keeper = createSizeKeeper<string>(small);
  expect(keeper.wish("a", small)).toBeNull();
  expect(keeper.claim("a")).toBeNull();
  expect(keeper.claim("never said how large")).toBeNull();
});

test("when its owner leaves, the size stays until another one says", () => {
  const keeper = createSizeKeeper<string>(small);
  keeper.wish("a", large);
  keeper.left("a");
  expect(keeper.size).toEqual(large);
  expect(keeper.wish("b", small)).toEqual(small);
});

test("nobody's, it is inherited by the one of those that are there who said last; somebody's, it isn't", () => {
  const keeper = createSizeKeeper<string>(small);
  expect(keeper.inherit()).toBeNull();
  for (const [viewer, cols] of [
    ["a", 90],
    ["b", 100],
    ["c", 110],
    ["b", 120],
  ] as const)
    keeper.wish(viewer, { cols, rows: 24 });
  expect(keeper.left("c")).toBe(false);
  expect(keeper.inherit()).toBeNull();
  expect(keeper.left("a")).toBe(true);
  expect(keeper.inherit()).toEqual({ cols: 120, rows: 24 });
  expect(keeper.isOwner("b")).toBe(true);
});
