import { expect, test } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { holdPlaces } from "./hold-places.ts";
import { railItems } from "./rail-items.ts";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z`;
const before = ["a", "b", "c"].map((id, index) => sessionRow(id, { activity_at: at(9 - index) }));
const order = (rows: readonly (typeof before)[number][]) =>
  railItems(rows, { view: "list", filter: "", collapsed: new Set() })
    .map((item) => (item.kind === "session" ? item.row.id : `(${item.group ?? ""})`))
    .join(" ");
const none = new Set<string>();
const change = (id: string, to: Partial<(typeof before)[number]>) =>
  before.map((row) => (row.id === id ? { ...row, ...to } : row));

test("new activity, another group, the archive: told at once, moved later", () => {
  for (const to of [{ activity_at: at(20) }, { group: "Vendite" }, { archived: true }]) {
    const held = holdPlaces(before, change("b", { ...to, name: "Nuovo nome", unread: true }), none);
    expect(order(held.rows)).toBe("() a b c");
    expect(held.rows[1]).toMatchObject({ name: "Nuovo nome", unread: true });
    expect(held.pending).toBe(true);
  }
});

test("a new session waits; one deleted elsewhere keeps its place, and is known to be gone", () => {
  const held = holdPlaces(before, [sessionRow("d", { activity_at: at(20) }), ...before.slice(1)], none);
  expect(order(held.rows)).toBe("() a b c");
  expect([...held.gone]).toEqual(["a"]);
});

test("what the reader did here takes its place at once", () => {
  const own = new Set(["a", "b", "d"]);
  const now = [sessionRow("d", { activity_at: at(1) }), ...change("b", { group: "Vendite" }).slice(1)];
  expect(order(holdPlaces(before, now, own).rows)).toBe("(Vendite) b () c d");
});

test("a change that moves nothing is no reason to wait, and leaves the rows the objects they are", () => {
  const now = change("b", { name: "Altro" });
  const held = holdPlaces(before, now, none);
  expect(held).toMatchObject({ pending: false, gone: none });
  expect(held.rows.every((row, index) => row === now[index])).toBe(true);
});
