import { expect, test } from "vitest";
import { createManualClock } from "../../../test/manual-clock.ts";
import { createViewer } from "./viewer.ts";

const CHUNK = 64 * 1024;

function open() {
  const clock = createManualClock();
  const seen = { sent: 0, caughtUp: 0, changes: 0 };
  const viewer = createViewer({
    clock,
    send: (bytes) => {
      seen.sent += bytes.length;
    },
    onChange: () => seen.changes++,
    onCaughtUp: () => seen.caughtUp++,
  });
  const flood = (chunks: number) => {
    for (let n = 0; n < chunks; n++) viewer.output(Buffer.alloc(CHUNK));
  };
  return { clock, seen, viewer, flood };
}

test("one that is slow makes the program wait, which goes on before all of it is shown", () => {
  const { seen, viewer, flood } = open();
  flood(8);
  expect(viewer.full).toBe(false);
  flood(1);
  expect(viewer.full).toBe(true);
  viewer.acknowledge(seen.sent - 400_000);
  expect(viewer.full).toBe(true);
  viewer.acknowledge(seen.sent - 390_000);
  expect([viewer.full, seen.changes, seen.caughtUp]).toEqual([false, 2, 0]);
});

test("one that shows nothing at all is left behind, gets nothing more, and a screen once it goes on", () => {
  const { clock, seen, viewer, flood } = open();
  flood(9);
  clock.pass(2_999);
  expect(viewer.full).toBe(true);
  clock.pass(1);
  expect(viewer.full).toBe(false);
  const before = seen.sent;
  flood(1000);
  expect(seen.sent).toBe(before);
  viewer.acknowledge(before - 200_000);
  expect(seen.caughtUp).toBe(0);
  viewer.acknowledge(before);
  expect(seen.caughtUp).toBe(1);
  flood(1);
  expect(seen.sent).toBe(before + CHUNK);
});

test("what it can't have been shown counts for nothing", () => {
  const { seen, viewer, flood } = open();
  viewer.acknowledge(1_000_000_000);
  flood(9);
  expect(viewer.full).toBe(true);
  viewer.acknowledge(5);
  viewer.acknowledge(2);
  expect([viewer.full, seen.caughtUp]).toEqual([true, 0]);
});
