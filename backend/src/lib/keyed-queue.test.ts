import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("runs operations of one key one after another, and those of different keys side by side", async () => {
  const queue = createKeyedQueue();
  const log: string[] = [];
  const open = Promise.withResolvers<void>();
  const step = (name: string, until: Promise<unknown>) => async () => {
    log.push(`+${name}`);
    await until;
    log.push(`-${name}`);
  };
  const a1 = queue.run("a", step("a1", open.promise));
  const a2 = queue.run("a", step("a2", Promise.resolve()));
  await queue.run("b", step("b1", Promise.resolve()));
  open.resolve();
  await Promise.all([a1, a2]);
  expect(log).toEqual(["+a1", "+b1", "-b1", "-a1", "+a2", "-a2"]);
});

test("a failed operation rejects its caller and does not hold up the next", async () => {
  const queue = createKeyedQueue();
  const failed = queue.run("a", async () => {
    throw new Error("no");
  });
  const next = queue.run("a", async () => 2);
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe(2);
  await queue.idle();
});

test("idle waits for operations added while it waits", async () => {
  const queue = createKeyedQueue();
  let done = false;
  void queue.run("a", async () => {
    void queue.run("b", async () => {
      await delay(1);
      done = true;
    });
  });
  await queue.idle();
  expect(done).toBe(true);
});
