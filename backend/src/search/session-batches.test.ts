import { expect, test } from "vitest";
import { sessionBatches } from "./session-batches.ts";

const unit = (size: number) => ({ path: "", sessionId: "", size, mtime: 0, folder: 1 });
const sizes = (units: ReturnType<typeof unit>[]) =>
  [...sessionBatches(units)].map((batch) => batch.map(({ size }) => size));

test("so many sessions each, or so much, and nothing is left out", () => {
  expect(sizes([])).toEqual([]);
  expect(sizes(Array.from({ length: 450 }, () => unit(10))).map(({ length }) => length)).toEqual([200, 200, 50]);
  const [small, large, huge] = [1000, 1 << 20, 50 << 20];
  const mixed = [huge, large, large, small, small, large, huge, large, huge, large];
  expect(sizes(mixed.map(unit))).toEqual([[huge, large, large, small, small], [large, huge, large, huge], [large]]);
  const listed = Array.from({ length: 3 }, () => ({ path: "", sessionId: "", size: huge, mtime: 0 }));
  expect([...sessionBatches(listed)]).toEqual([listed]);
});
