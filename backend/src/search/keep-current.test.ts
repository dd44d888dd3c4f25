import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCurrent } from "./keep-current.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Refreshes that end when told. */
function refreshes() {
  const ends: ((error?: Error) => void)[] = [];
  const refresh = vi.fn(
    (_signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  const onError = vi.fn();
  return { refresh, onError, end: (error?: Error) => ends.shift()?.(error), kept: keepCurrent({ refresh, onError }) };
}

test("nothing before it has begun; then at once, and once for a burst of changes", async () => {
  const { kept, refresh, end } = refreshes();
  kept.changed();
  await vi.advanceTimersByTimeAsync(5000);
  expect(refresh).toHaveBeenCalledTimes(0);
  kept.begin();
  kept.begin();
  expect(refresh).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  kept.changed();
  kept.changed();
  await vi.advanceTimersByTimeAsync(999);
  expect(refresh).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("a change during one is followed by another, never by two at once", async () => {
  const { kept, refresh, end } = refreshes();
  kept.begin();
  kept.changed();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("a failure is told and ends nothing; closing waits for what is under way", async () => {
  const { kept, refresh, onError, end } = refreshes();
  kept.begin();
  end(new Error("no disk"));
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).toHaveBeenCalledWith(new Error("no disk"));
  kept.changed();
  await vi.advanceTimersByTimeAsync(1000);
  const closed = vi.fn();
  void kept.close().then(closed);
  await vi.advanceTimersByTimeAsync(0);
  expect(closed).not.toHaveBeenCalled();
  expect(refresh.mock.calls[1]?.[0].aborted).toBe(true);
  end(new Error("aborted"));
  await vi.advanceTimersByTimeAsync(0);
  expect(closed).toHaveBeenCalled();
  expect(onError).toHaveBeenCalledTimes(1);
  kept.changed();
  await vi.advanceTimersByTimeAsync(5000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("the first time waits until it is idle, and not at all once it is closing", async () => {
  const { refresh, onError } = refreshes();
  let idle = () => {};
  const kept = keepCurrent({ refresh, onError, idle: () => new Promise((resolve) => (idle = resolve)) });
  kept.begin();
  kept.changed();
  await vi.advanceTimersByTimeAsync(5000);
  expect(refresh).toHaveBeenCalledTimes(0);
  idle();
  await vi.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledTimes(1);

  const other = keepCurrent({ refresh, onError, idle: () => new Promise((resolve) => (idle = resolve)) });
  other.begin();
  const closed = other.close();
  idle();
  await closed;
  expect(refresh).toHaveBeenCalledTimes(1);
});
