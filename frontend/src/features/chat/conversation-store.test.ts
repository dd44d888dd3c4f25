import type { SessionEvent } from "@thothii/backend/api/live";
import { expect, it, vi } from "vitest";
import { createConversationStore } from "./conversation-store.ts";

function setUp() {
  let send: ((event: SessionEvent) => void) | null = null;
  const opened = vi.fn();
  const closed = vi.fn();
  let refresh: (() => void) | null = null;
  const store = createConversationStore(
    (onEvent) => {
      opened();
      send = onEvent;
      return closed;
    },
    (run) => {
      refresh = run;
      return () => {
        refresh = null;
      };
    },
  );
  return {
    store,
    opened,
    closed,
    delta: (text: string) => send?.({ event: "delta", data: { id: "m1", text } }),
    refresh: () => {
      const run = refresh;
      refresh = null;
      run?.();
    },
    scheduled: () => refresh !== null,
    problem: () =>
      send?.({
        event: "problem",
        data: { type: "", title: "", status: 429, detail: "", instance: "", code: "too_many_agents" },
      }),
  };
}

it("tells its listeners once a refresh, however many deltas came", () => {
  const { store, delta, refresh } = setUp();
  const listener = vi.fn();
  store.listen(listener);
  for (const text of ["Ho ", "riscritto ", "tutto"]) delta(text);
  expect(listener).not.toHaveBeenCalled();
  refresh();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get().messages[0]?.text).toBe("Ho riscritto tutto");
});

it("subscribes once for all its listeners and leaves with the last", () => {
  const { store, opened, closed, delta, scheduled } = setUp();
  const first = store.listen(() => {});
  const second = store.listen(() => {});
  first();
  expect([opened.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
  delta("x");
  second();
  expect(closed).toHaveBeenCalledTimes(1);
  expect(scheduled()).toBe(false);
  store.listen(() => {});
  expect(opened).toHaveBeenCalledTimes(2);
});

it("puts a problem away at once", () => {
  const { store, problem, refresh } = setUp();
  const listener = vi.fn();
  store.listen(listener);
  problem();
  refresh();
  expect(store.get().problem?.code).toBe("too_many_agents");
  store.dismissProblem();
  expect(store.get().problem).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
});
