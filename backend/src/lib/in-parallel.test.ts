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

/** Work that is done when it is told to be. */
function toldWork() {
  const begun: string[] = [];
  const waiting = new Map<string, () => void>();
  const op = (name: string) => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(name, () => resolve(name));
    return promise;
  };
  return { begun, op, done: (name: string) => waiting.get(name)?.() };
}

test("as they come, so many at a time", async () => {
  const { begun, op, done } = toldWork();
  const results = inParallel(["slow", "a", "b"], 2, op);
  const next = async () => (await results.next()).value;
  const first = next();
  expect(begun).toEqual(["slow", "a"]);
  done("a");
  expect(await first).toBe("a");
  expect(begun).toEqual(["slow", "a", "b"]);
  done("b");
  expect(await next()).toBe("b");
  done("slow");
  expect(await next()).toBe("slow");
  expect(await results.next()).toEqual({ value: undefined, done: true });
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
  const { begun, op, done } = toldWork();
  const results = inParallel(["a", "b", "c", "d"], 2, op);
  const first = results.next();
  done("a");
  expect((await first).value).toBe("a");
  await results.return();
  done("b");
  done("c");
  await new Promise(setImmediate);
  expect(begun).toEqual(["a", "b", "c"]);
});
