import { expect, test } from "vitest";
import { createManualClock } from "../../../test/manual-clock.ts";
import { createFirstInput } from "./first-input.ts";

function open(state = { brackets: false }) {
  const clock = createManualClock();
  const done: string[] = [];
  const input = createFirstInput({
    clock,
    asksForBrackets: () => state.brackets,
    paste: () => done.push("paste"),
    enter: () => done.push("enter"),
  });
  return { clock, done, input, state };
}

test("it is pasted as soon as the program has its input open and rests, and entered a moment later", () => {
  const { clock, done, input, state } = open();
  input.noticed();
  clock.pass(500);
  state.brackets = true;
  input.noticed();
  clock.pass(100);
  input.noticed();
  clock.pass(199);
  expect(done).toEqual([]);
  clock.pass(1);
  expect(done).toEqual(["paste"]);
  clock.pass(499);
  input.noticed();
  expect(done).toEqual(["paste"]);
  clock.pass(1);
  expect(done).toEqual(["paste", "enter"]);
  input.noticed();
  clock.pass(60_000);
  expect(done).toEqual(["paste", "enter"]);
});

test("a program without brackets gets it once it is quiet", () => {
  const { clock, done, input } = open();
  input.noticed();
  clock.pass(1_499);
  expect(done).toEqual([]);
  clock.pass(1);
  expect(done).toEqual(["paste"]);
});

test("one that says nothing, or never stops talking, gets it in the end", () => {
  const { clock, done, input } = open();
  for (let n = 0; n < 14; n++) {
    clock.pass(1_000);
    input.noticed();
  }
  expect(done).toEqual([]);
  clock.pass(1_000);
  expect(done).toEqual(["paste"]);
});

test("one that has ended gets nothing", () => {
  const { clock, done, input } = open();
  input.noticed();
  input.cancel();
  clock.pass(60_000);
  expect(done).toEqual([]);
});
