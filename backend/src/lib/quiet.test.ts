import { expect, test } from "vitest";
import { createQuiet } from "./quiet.ts";

const never = new AbortController().signal;

test("nobody ever asked: nothing to wait for", async () => {
  // Else it would be awaited for longer than any test.
  expect(await createQuiet().wait({ forMs: 60_000, atMostMs: 60_000 }, never)).toBeUndefined();
});

test("as long as somebody asks, but no longer than that", async () => {
  const quiet = createQuiet();
  quiet.disturb();
  const asking = setInterval(() => quiet.disturb(), 5);
  const begun = performance.now();
  await quiet.wait({ forMs: 60_000, atMostMs: 120 }, never);
  clearInterval(asking);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(119);
});

test("the silence counts from the last one who asked", async () => {
  let time = 0;
  const quiet = createQuiet(() => time);
  quiet.disturb();
  let over = false;
  const waiting = quiet.wait({ forMs: 20, atMostMs: 10_000 }, never).then(() => {
    over = true;
  });
  time = 15;
  quiet.disturb();
  time = 30;
  await new Promise((resolve) => setTimeout(resolve, 25));
  expect(over).toBe(false);
  time = 35;
  await waiting;
});

test("an abort ends the waiting", async () => {
  const quiet = createQuiet();
  quiet.disturb();
  const aborting = new AbortController();
  const waiting = quiet.wait({ forMs: 60_000, atMostMs: 60_000 }, aborting.signal);
  aborting.abort();
  await waiting;
});
