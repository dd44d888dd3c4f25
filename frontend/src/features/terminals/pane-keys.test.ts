import { expect, test } from "vitest";
import { paneKey } from "./pane-keys.ts";

const press = (key: string, held: { altKey?: boolean; shiftKey?: boolean; repeat?: boolean } = {}) =>
  paneKey({ key, ctrlKey: true, shiftKey: true, altKey: false, metaKey: false, repeat: false, ...held });

test("Ctrl-Shift with a letter or an arrow is for the panes", () => {
  expect(press("E")).toEqual({ act: "split", side: "right" });
  expect(press("O")).toEqual({ act: "split", side: "below" });
  expect(press("X")).toEqual({ act: "close" });
  expect(press("ArrowUp")).toEqual({ act: "go", side: "above" });
});

test("one that is kept down opens and closes once, and goes on from pane to pane", () => {
  expect(["E", "O", "X"].map((key) => press(key, { repeat: true }))).toEqual(Array(3).fill({ act: "held" }));
  expect(press("ArrowUp", { repeat: true })).toEqual({ act: "go", side: "above" });
  expect(press("C", { repeat: true })).toBeNull();
});

test("every other key is not", () => {
  expect(press("C")).toBeNull();
  expect(press("e", { shiftKey: false })).toBeNull();
  expect(press("ArrowUp", { altKey: true })).toBeNull();
});
