import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createTypeAhead, type TypeAhead, textOf } from "./type-ahead.ts";

let ahead: TypeAhead;
const pressed = vi.fn();

beforeEach(() => {
  document.body.innerHTML = "<button>Nuovo</button><input />";
  document.addEventListener("keydown", pressed);
  ahead = createTypeAhead();
});
afterEach(() => {
  ahead.take();
  document.removeEventListener("keydown", pressed);
  pressed.mockReset();
});

function type(...keys: (string | KeyboardEventInit)[]) {
  for (const key of keys) {
    const init = typeof key === "string" ? { key } : key;
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }),
    );
  }
}

test("what is typed is kept for the terminal, and pressed nowhere else", () => {
  ahead.begin();
  document.querySelector("button")?.focus();
  type("l", "s", "x", "Backspace", " ", "é", "Enter", "Shift");
  expect(pressed.mock.calls.map(([event]) => event.key)).toEqual(["Shift"]);
  expect(ahead.take()).toBe("lsx\x7f é\r");
});

test("it is given once, and nothing is kept after", () => {
  ahead.begin();
  type("a");
  expect(ahead.take()).toBe("a");
  type("b");
  expect(ahead.take()).toBe("");
  expect(pressed).toHaveBeenCalledTimes(1);
});

test.each([
  ["Tab", () => type("Tab")],
  ["Escape", () => type("Escape")],
  ["a click", () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }))],
  [
    "a field",
    () => {
      document.querySelector("input")?.focus();
      type("c");
    },
  ],
])("%s drops it: the reader turned to something else", (_what, turn) => {
  ahead.begin();
  type("a");
  turn();
  type("b");
  expect(ahead.take()).toBe("");
});

test("Escape tells whoever began, once, and is nobody else's; before it is taken only", () => {
  const given = vi.fn();
  ahead.begin(given);
  type("a", "Escape");
  expect([given.mock.calls.length, pressed.mock.calls.length, ahead.take()]).toEqual([1, 0, ""]);
  type("Escape");
  ahead.begin(given);
  ahead.take();
  type("Escape");
  expect([given.mock.calls.length, pressed.mock.calls.length]).toEqual([1, 2]);
});

test("after ten seconds the keys are the page's again", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  ahead.begin();
  type("a");
  vi.advanceTimersByTime(10_000);
  type("b");
  expect(ahead.take()).toBe("");
  expect(pressed).toHaveBeenCalledTimes(1);
});

test("shortcuts stay the page's", () => {
  ahead.begin();
  type({ key: "k", ctrlKey: true }, { key: "k", metaKey: true }, "a");
  expect(ahead.take()).toBe("a");
  expect(pressed).toHaveBeenCalledTimes(2);
});

test("no more is kept than fast fingers type", () => {
  ahead.begin();
  type(...Array.from({ length: 1100 }, () => "a"));
  expect(ahead.take()).toHaveLength(1024);
});

test("where fields are not meant, what is typed in one is kept as well", () => {
  ahead = createTypeAhead({ fields: "kept" });
  ahead.begin();
  document.querySelector("input")?.focus();
  type("r", "e", "x", "Backspace", "s", "i");
  expect(pressed).not.toHaveBeenCalled();
  expect(textOf(ahead.take())).toBe("resi");
});

test("the text of keys: Backspace takes back a whole character, and nothing from nothing", () => {
  expect(textOf("\x7fa𝄞\x7f b\r")).toBe("a b");
});
