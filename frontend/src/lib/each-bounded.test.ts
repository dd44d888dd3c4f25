import { expect, test } from "vitest";
import { eachBounded } from "./each-bounded.ts";

test("does each once, never more than the limit at a time", async () => {
  const done: number[] = [];
  let now = 0;
  let most = 0;
  await eachBounded([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("has nothing to do for nothing, and passes a failure on", async () => {
  await eachBounded([], 3, () => Promise.reject(new Error("asked")));
  await expect(eachBounded([1], 3, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
