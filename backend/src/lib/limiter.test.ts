import { expect, test } from "vitest";
import { createLimiter } from "./limiter.ts";

test("never runs more than the limit, in order, failures included", async () => {
  const limited = createLimiter(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      limited(async () => {
        started.push(n);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        if (n === 1) throw new Error("one");
        return n;
      }),
    ),
  );
  expect({ started, most }).toEqual({ started: [0, 1, 2, 3, 4, 5], most: 2 });
  expect(results.map((r) => (r.status === "fulfilled" ? r.value : "failed"))).toEqual([0, "failed", 2, 3, 4, 5]);
});
