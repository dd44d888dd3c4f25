import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { railItems } from "./rail-items.ts";
import { groupTakingAt, useRailLayout } from "./rail-layout.ts";

const rows = [sessionRow("v", { group: "Vendite" }), sessionRow("a", { group: "Acquisti" }), sessionRow("none")];
const items = railItems(rows, { view: "list", filter: "", collapsed: new Set<string>() });
const layoutOf = () => renderHook(() => useRailLayout(items)).result.current;

test("headers are lower than rows, and each begins where the one before ends", () => {
  const { layout, heightOf, rowsIn } = layoutOf();
  expect(layout).toEqual({ keys: items.map(({ key }) => key), starts: [0, 34, 88, 122, 176, 210], end: 264 });
  expect([heightOf(items[0]), heightOf(items[1]), rowsIn(540)]).toEqual([34, 54, 10]);
});

test("sessions go to the group they are let go over, if any of them would move", () => {
  const { layout } = layoutOf();
  const over = (height: number, ...ids: string[]) => groupTakingAt(items, layout, height, ids);
  expect([over(10, "v"), over(100, "a"), over(250, "v")]).toEqual(["Acquisti", "Vendite", null]);
  expect([over(100, "v"), over(-5, "a"), over(9_000, "none")]).toEqual([undefined, undefined, undefined]);
  expect(over(100, "v", "a")).toBe("Vendite");
});
