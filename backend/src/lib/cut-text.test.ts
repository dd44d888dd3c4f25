import { expect, test } from "vitest";
import { cutText, cutToEnd } from "./cut-text.ts";

test("what fits stays as it is, what doesn't is cut to the bound", () => {
  expect([cutText("perché", 6), cutText("perché", 5), cutToEnd("perché", 6), cutToEnd("perché", 2)]).toEqual([
    "perché",
    "perch",
    "perché",
    "hé",
  ]);
});

test("no cut leaves half a character, which would be shown as �", () => {
  expect([cutText("a😀", 2), cutText("😀", 1), cutToEnd("😀a", 2), cutToEnd("a😀", 1)]).toEqual(["a", "", "a", ""]);
});
