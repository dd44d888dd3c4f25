import { beforeEach, expect, test } from "vitest";
import { arrange, keptShares, moveLine } from "./pane-shares.ts";

beforeEach(() => localStorage.clear());

const layout = [["a"], ["b", "c"]];

function lines(shares = keptShares()) {
  const { partings } = arrange(layout, shares);
  const columns = partings.find(({ column }) => column === null);
  const rows = partings.find(({ column }) => column === 1);
  if (!columns || !rows) throw new Error("two lines were expected");
  return { columns, rows };
}

test("columns, and panes in them, share equally at first", () => {
  expect(Object.fromEntries(arrange(layout, {}).boxes)).toEqual({
    a: { left: 0, top: 0, width: 0.5, height: 1 },
    b: { left: 0.5, top: 0, width: 0.5, height: 0.5 },
    c: { left: 0.5, top: 0.5, width: 0.5, height: 0.5 },
  });
});

test("what a line is moved to is kept, for the same layout", () => {
  moveLine(moveLine({}, layout, lines().columns, 0.3), layout, lines().rows, 0.7);
  const { boxes } = arrange(layout, keptShares());
  expect(boxes.get("a")).toMatchObject({ width: 0.3 });
  expect(boxes.get("b")).toMatchObject({ left: 0.3, width: 0.7, height: 0.7 });
  expect(arrange([["a"], ["b"], ["c"]], keptShares()).boxes.get("a")?.width).toBeCloseTo(1 / 3);
});

test("no pane is pushed out: each keeps a quarter of what the two have", () => {
  expect(arrange(layout, moveLine({}, layout, lines().columns, 0)).boxes.get("a")?.width).toBe(0.25);
  expect(arrange(layout, moveLine({}, layout, lines().columns, 1)).boxes.get("a")?.width).toBe(0.75);
});

test.each(["{", "null", '{"columns-2":[0.9,0.9]}', '{"columns-2":[1]}', '{"columns-2":["a",null]}'])(
  "what is kept and makes no sense counts for nothing: %s",
  (kept) => {
    localStorage.setItem("thoth.shares.centre", kept);
    expect(arrange(layout, keptShares()).boxes.get("a")?.width).toBe(0.5);
  },
);
