import { expect, test } from "vitest";
import { type HarnessRow, toRow } from "./normalise.ts";
import { createSessionList } from "./session-list.ts";

function harness() {
  const waiting: (() => void)[] = [];
  const state = { rows: ["a", "b"], asked: 0 };
  const load = async (): Promise<HarnessRow[]> => {
    state.asked++;
    const rows = state.rows.map((text) => toRow({ id: text[0], name: text }, []));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return rows;
  };
  const answer = async () => {
    await Promise.resolve();
    waiting.shift()?.();
  };
  return { list: createSessionList(load), state, answer, waiting };
}

test("one question at a time, shared, and kept until something changes", async () => {
  const { list, state, answer } = harness();
  const both = [list.get(), list.get()];
  await answer();
  expect((await both[0])?.map((row) => row.id)).toEqual(["a", "b"]);
  expect(await both[1]).toBe(await both[0]);
  await list.get();
  expect(state.asked).toBe(1);
});

test("who asks after a change gets what is after it; who asked before is not held up", async () => {
  const { list, state, answer, waiting } = harness();
  const before = list.get();
  await Promise.resolve();
  state.rows = ["a", "b2"];
  list.invalidate();
  const after = list.get();
  await answer();
  expect((await before).map((row) => row.name)).toEqual(["a", "b"]);
  await expect.poll(() => waiting.length).toBe(1);
  list.invalidate();
  await answer();
  expect((await after).map((row) => row.name)).toEqual(["a", "b2"]);
  expect(state.asked).toBe(2);
});

test("a refresh says what came, went and changed, and the version stands still when nothing did", async () => {
  const { list, state, answer } = harness();
  const first = list.get();
  await answer();
  await first;
  const version = list.version;
  const same = list.refresh();
  await answer();
  expect(await same).toEqual([]);
  expect(list.version).toBe(version);
  state.rows = ["a2", "c"];
  const changed = list.refresh();
  await answer();
  expect((await changed).sort()).toEqual(["a", "b", "c"]);
  expect(list.version).toBe(version + 1);
});

test("a failed question is not kept", async () => {
  let fail = true;
  const list = createSessionList(async () => {
    if (fail) throw new Error("no");
    return [];
  });
  await expect(list.get()).rejects.toThrow("no");
  fail = false;
  expect(await list.get()).toEqual([]);
});
