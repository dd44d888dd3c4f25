import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeptPanes } from "./use-kept-panes.ts";

function keep(first: string[]) {
  const gone = new Set<string>();
  const { result, rerender } = renderHook(({ shown }) => useKeptPanes(shown, (pane) => !gone.has(pane)), {
    initialProps: { shown: first },
  });
  return { gone, now: () => result.current, show: (...shown: string[]) => rerender({ shown }) };
}

test("what was shown stays, the last first, and no more than six of them", () => {
  const { now, show } = keep(["0"]);
  for (const pane of ["1", "2", "3", "4", "5", "6", "7", "8"]) show(pane);
  expect(now()).toEqual(["8", "7", "6", "5", "4", "3", "2"]);
  show("4", "8");
  expect(now()).toEqual(["4", "8", "7", "6", "5", "3", "2"]);
});

test("what is gone is not kept", () => {
  const { now, show, gone } = keep(["a"]);
  show("b");
  gone.add("a");
  show("b");
  expect(now()).toEqual(["b"]);
});
