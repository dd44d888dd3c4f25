import { describe, expect, test } from "vitest";
import {
  CHAT,
  fittingLayout,
  hasRoomBeside,
  layoutAddress,
  livingLayout,
  paneBeside,
  parseLayout,
  withoutPane,
  withPane,
  withPaneBeside,
} from "./pane-layout.ts";

const room = { columns: 4, rows: 2 };

describe("the address", () => {
  test.each([
    ["the chat alone", null, null, [[CHAT]]],
    ["a terminal in its place", "a", null, [["a"]]],
    ["one beside the chat", null, "b", [[CHAT], ["b"]]],
    [
      "one below, and two more beside",
      "a",
      "*b.c*d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["the chat elsewhere than first", "a", "-*b", [["a"], [CHAT, "b"]]],
  ])("%s", (_, term, split, layout) => {
    expect(parseLayout(term, split)).toEqual(layout);
    expect(layoutAddress(layout)).toEqual({ term, split });
  });

  test.each([
    ["one that comes twice is shown once", "a", "a.b.b", [["a"], ["b"]]],
    ["more than four are cut", null, "a.b.c.d.e", [[CHAT], ["a"], ["b"], ["c"]]],
    ["what is no id is passed over", null, "../..//a%?*b", [[CHAT], ["a", "b"]]],
  ])("%s", (_, term, split, layout) => expect(parseLayout(term, split)).toEqual(layout));
});

test("those that are gone take no room, but for the first, to be told", () => {
  const layout = [["gone", "a"], ["lost"], [CHAT]];
  expect(livingLayout(layout, [{ id: "a" }])).toEqual([["gone", "a"], [CHAT]]);
  expect(livingLayout(layout, undefined)).toEqual(layout);
});

test("where there is less room, what is on the right and below is left out", () => {
  const layout = [["a", "b"], ["c"], ["d"]];
  expect(fittingLayout(layout, { columns: 2, rows: 1 })).toEqual([["a"], ["c"]]);
  expect(fittingLayout(layout, { columns: 1, rows: 1 })).toEqual([["a"]]);
});

test("a pane takes another's place, or changes places with it", () => {
  expect(withPane([["a", "b"], [CHAT]], "b", "c")).toEqual([["a", "c"], [CHAT]]);
  expect(withPane([["a", "b"], [CHAT]], "b", CHAT)).toEqual([["a", CHAT], ["b"]]);
});

test("a pane comes to a side of another, from wherever it was", () => {
  const layout = [["a", "b"], ["c"]];
  expect(withPaneBeside(layout, "a", "d", "right")).toEqual([["a", "b"], ["d"], ["c"]]);
  expect(withPaneBeside(layout, "a", "d", "left")).toEqual([["d"], ["a", "b"], ["c"]]);
  expect(withPaneBeside(layout, "a", "d", "below")).toEqual([["a", "d", "b"], ["c"]]);
  expect(withPaneBeside(layout, "a", "c", "above")).toEqual([["c", "a", "b"]]);
  expect(withPaneBeside(layout, "a", "a", "right")).toEqual(layout);
});

test("the others take the room of one that is closed; the last one stays", () => {
  expect(withoutPane([["a"], ["b", "c"]], "a")).toEqual([["b", "c"]]);
  expect(withoutPane([["a"]], "a")).toEqual([["a"]]);
});

test("there is room for four, in as many columns and rows as fit", () => {
  expect(hasRoomBeside([["a"]], "a", "right", room)).toBe(true);
  expect(hasRoomBeside([["a"]], "a", "right", { columns: 1, rows: 2 })).toBe(false);
  expect(hasRoomBeside([["a"]], "a", "below", { columns: 1, rows: 2 })).toBe(true);
  expect(hasRoomBeside([["a", "b"], ["c"]], "a", "below", room)).toBe(false);
  const full = [
    ["a", "b"],
    ["c", "d"],
  ];
  expect(hasRoomBeside(full, "a", "right", room)).toBe(false);
  // One of them only moves.
  expect(hasRoomBeside(full, "a", "right", room, "d")).toBe(true);
});

test("the next pane on a side is the one at the same height", () => {
  const layout = [["a", "b"], ["c"], ["d", "e"]];
  expect(paneBeside(layout, "b", "right")).toBe("c");
  expect(paneBeside(layout, "c", "right")).toBe("d");
  expect(paneBeside(layout, "e", "above")).toBe("d");
  expect(paneBeside(layout, "a", "left")).toBeNull();
  expect(paneBeside(layout, "e", "below")).toBeNull();
});
