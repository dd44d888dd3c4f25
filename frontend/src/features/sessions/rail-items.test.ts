import { expect, test } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { groupAt, groupKey, neighbourOf, type RailItem, railItems } from "./rail-items.ts";

const list = { view: "list", filter: "", collapsed: new Set<string>() } as const;
const shown = (items: RailItem[]) =>
  items.map((item) => (item.kind === "group" ? `# ${item.group} ${item.count}` : item.row.id));
const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z`;

test("groups follow Italian collation, those without one come last, rows by last activity", () => {
  const rows = [
    sessionRow("none", { activity_at: at(29) }),
    sessionRow("z", { group: "Zucchero" }),
    sessionRow("e-old", { group: "Èlite", activity_at: at(1) }),
    sessionRow("e-new", { group: "Èlite", activity_at: at(2) }),
    sessionRow("a", { group: "abruzzo" }),
    sessionRow("n10", { group: "Fase 10" }),
    sessionRow("n2", { group: "Fase 2" }),
  ];
  expect(shown(railItems(rows, list))).toEqual([
    "# abruzzo 1",
    "a",
    "# Èlite 2",
    "e-new",
    "e-old",
    "# Fase 2 1",
    "n2",
    "# Fase 10 1",
    "n10",
    "# Zucchero 1",
    "z",
    "# null 1",
    "none",
  ]);
});

test("renaming or moving, which only bumps updated_at, reorders nothing", () => {
  const rows = [sessionRow("a", { activity_at: at(2) }), sessionRow("b", { activity_at: at(1), updated_at: at(30) })];
  expect(shown(railItems(rows, list))).toEqual(["# null 2", "a", "b"]);
});

test("the archive and the active list never mix; the archive has no headers", () => {
  const rows = [sessionRow("a"), sessionRow("old", { archived: true, group: "Vendite" })];
  expect(shown(railItems(rows, list))).toEqual(["# null 1", "a"]);
  expect(shown(railItems(rows, { ...list, view: "archive" }))).toEqual(["old"]);
});

test("a collapsed group keeps its header and count; a filter opens it", () => {
  const rows = [sessionRow("a", { group: "Resi", name: "Resi per mese" }), sessionRow("b", { group: "Resi" })];
  const collapsed = { ...list, collapsed: new Set([groupKey("Resi")]) };
  expect(shown(railItems(rows, collapsed))).toEqual(["# Resi 2"]);
  expect(shown(railItems(rows, { ...collapsed, filter: "mese" }))).toEqual(["# Resi 1", "a"]);
});

test("the filter takes words anywhere, without case or accents, in name, question, group and id", () => {
  const rows = [
    sessionRow("20261118-x", { name: "Perché i resi?", question: "Andamento", group: "Logistica" }),
    sessionRow("b", { name: "Altro" }),
  ];
  for (const filter of ["PERCHE", "resi perche", "andam", "logist", "20261118", "  "]) {
    expect(shown(railItems(rows, { ...list, filter }))).toContain("20261118-x");
  }
  expect(shown(railItems(rows, { ...list, filter: "resi altro" }))).toEqual([]);
});

test("an empty group name counts as none", () => {
  expect(shown(railItems([sessionRow("a", { group: "" }), sessionRow("b")], list))[0]).toBe("# null 2");
});

test("the neighbour is the next in sight, else the one before, else none", () => {
  const items = railItems([sessionRow("a", { activity_at: at(3) }), sessionRow("b", { activity_at: at(2) })], list);
  expect([neighbourOf(items, "a"), neighbourOf(items, "b"), neighbourOf(items, "x")]).toEqual(["b", "a", null]);
  expect(neighbourOf(railItems([sessionRow("a")], list), "a")).toBe(null);
});

test("the neighbour of one among many that go is one that stays", () => {
  const items = railItems(
    ["a", "b", "c", "d"].map((id, index) => sessionRow(id, { activity_at: at(9 - index) })),
    list,
  );
  expect(neighbourOf(items, "b", new Set(["b", "c"]))).toBe("d");
  expect(neighbourOf(items, "c", new Set(["b", "c", "d"]))).toBe("a");
});

test("every place in the list belongs to a group, which an empty *Senza gruppo* can be for a drop", () => {
  const rows = [sessionRow("a", { group: "Resi" }), sessionRow("b", { group: "Vendite" })];
  const items = railItems(rows, { ...list, withNoGroup: true });
  expect(items.map((_, index) => groupAt(items, index))).toEqual(["Resi", "Resi", "Vendite", "Vendite", null]);
  expect(groupAt(items, 99)).toBe(null);
  expect(groupAt(railItems(rows, { ...list, view: "archive" }), 0)).toBe(undefined);
});
