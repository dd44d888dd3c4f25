import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { focusOnceThere } from "./focus-once-there.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  document.body.innerHTML = "<main><button id='first'></button><button id='next'></button></main><input />";
});

const byId = (id: string) => () => document.getElementById(id);
const focused = () => document.activeElement?.id;
const main = () => document.querySelector("main") as HTMLElement;
const late = () => main().append(Object.assign(document.createElement("button"), { id: "late" }));

test("what was asked for has the focus as soon as it is there and can be reached", () => {
  main().setAttribute("inert", "");
  focusOnceThere(byId("late"));
  vi.advanceTimersByTime(5_000);
  late();
  vi.advanceTimersByTime(100);
  expect(focused()).toBe("");
  main().removeAttribute("inert");
  vi.advanceTimersByTime(100);
  expect(focused()).toBe("late");
});

test("it is given once: the reader can go on to another", () => {
  focusOnceThere(byId("first"));
  vi.advanceTimersByTime(100);
  document.getElementById("next")?.focus();
  vi.advanceTimersByTime(1_000);
  expect(focused()).toBe("next");
});

test.each<[string, () => void]>([
  ["a click", () => fireEvent.pointerDown(document.body)],
  ["Tab", () => fireEvent.keyDown(document.body, { key: "Tab" })],
  ["Escape", () => fireEvent.keyDown(document.body, { key: "Escape" })],
  ["a key in a field", () => fireEvent.keyDown(document.querySelector("input") as Element, { key: "a" })],
  ["another that is asked for", () => focusOnceThere(byId("first"))],
  ["ten seconds", () => vi.advanceTimersByTime(10_100)],
])("%s ends the wait for it", (_what, turn) => {
  focusOnceThere(byId("late"));
  vi.advanceTimersByTime(100);
  turn();
  late();
  vi.advanceTimersByTime(1_000);
  expect(focused()).not.toBe("late");
});

test("other keys are typed ahead, and end nothing", () => {
  focusOnceThere(byId("late"));
  fireEvent.keyDown(document.body, { key: "a" });
  late();
  vi.advanceTimersByTime(100);
  expect(focused()).toBe("late");
});
