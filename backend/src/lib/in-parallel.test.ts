import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

async function all<T>(given: AsyncIterable<T>): Promise<{ got: T[]; failure: unknown }> {
  const got: T[] = [];
  try {
    for await (const each of given) got.push(each);
  } catch (failure) {
    return { got, failure };
  }
  return { got, failure: null };
}

test("as they come, so many at a time", async () => {
  let running = 0;
  let most = 0;
  const op = async (ms: number) => {
    most = Math.max(most, ++running);
    await delay(ms);
    running--;
    return ms;
  };
  const { got } = await all(inParallel([60, 5, 10, 1], 2, op));
  expect(got).toEqual([5, 10, 1, 60]);
  expect(most).toBe(2);
  expect(await all(inParallel([], 2, op))).toEqual({ got: [], failure: null });
});

test("a failure waits for the others", async () => {
  const failure = new Error("two");
  const op = async (n: number) => {
    if (n === 2) throw failure;
    return n;
  };
  expect(await all(inParallel([1, 2, 3, 4], 2, op))).toEqual({ got: [1, 3, 4], failure });
});

test("an abort ends it after what has begun, and what fails then is no failure", async () => {
  const aborting = new AbortController();
  const op = async (n: number) => {
    if (n === 2) aborting.abort();
    if (n === 3) throw new Error("three");
    return n;
  };
  expect(await all(inParallel([1, 2, 3, 4, 5], 1, op, aborting.signal))).toEqual({ got: [1, 2], failure: null });
});

test("nothing more begins once nobody listens", async () => {
  const begun: number[] = [];
  const op = async (n: number) => {
    begun.push(n);
    await delay(1);
    return n;
  };
  for await (const _ of inParallel([1, 2, 3, 4, 5, 6], 2, op)) break;
  await delay(10);
  expect(begun.length).toBeLessThan(5);
});
