import { expect, test } from "vitest";
import { createManualClock } from "../../../test/manual-clock.ts";
import { createGatherer } from "./gather.ts";

function open() {
  const clock = createManualClock();
  const sent: string[] = [];
  const gatherer = createGatherer(clock, (bytes) => sent.push(Buffer.from(bytes).toString()));
  return { clock, sent, flush: gatherer.flush, push: (text: string) => gatherer.push(Buffer.from(text)) };
}

test("what comes after a rest is sent at once, what follows close behind as one", () => {
  const { clock, sent, push } = open();
  for (const text of ["a", "b", "c"]) push(text);
  expect(sent).toEqual(["a"]);
  clock.pass(5);
  expect(sent).toEqual(["a", "bc"]);
  push("d");
  expect(sent).toHaveLength(2);
  clock.pass(5);
  clock.pass(5);
  push("e");
  expect(sent).toEqual(["a", "bc", "d", "e"]);
});

test("no more is held than a frame has", () => {
  const { sent, push } = open();
  const piece = "x".repeat(4096);
  for (let n = 0; n < 17; n++) push(piece);
  expect(sent.map(({ length }) => length)).toEqual([4096, 64 * 1024]);
});

test("what has to come before something else is sent, and what comes after it is not held", () => {
  const { clock, sent, push, flush } = open();
  for (const text of ["a", "b"]) push(text);
  flush();
  push("c");
  flush();
  expect(sent).toEqual(["a", "b", "c"]);
  clock.pass(100);
  expect(sent).toHaveLength(3);
});
