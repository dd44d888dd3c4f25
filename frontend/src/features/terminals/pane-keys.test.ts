import { expect, test } from "vitest";
import { paneKey } from "./pane-keys.ts";

const press = (key: string, held: { altKey?: boolean; shiftKey?: boolean } = {}) =>
  paneKey({ key, ctrlKey: true, shiftKey: true, altKey: false, metaKey: false, ...held });

test("Ctrl-Shift with a letter or an arrow is for the panes", () => {
  expect(press("E")).toEqual({ act: "split", side: "right" });
  expect(press("O")).toEqual({ act: "split", side: "below" });
  expect(press("X")).toEqual({ act: "close" });
  expect(press("ArrowUp")).toEqual({ act: "go", side: "above" });
});

test("every other key is not", () => {
  expect(press("C")).toBeNull();
  expect(press("e", { shiftKey: false })).toBeNull();
  expect(press("ArrowUp", { altKey: true })).toBeNull();
});
