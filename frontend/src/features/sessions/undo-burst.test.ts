import { expect, test } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { addToBurst, type Undoable, withoutFailed } from "./undo-burst.ts";

const moved = (id: string, before: string | null, to: string | null): Undoable => ({
  kind: "moved",
  row: sessionRow(id),
  before,
  to,
});
const archived = (id: string, before = false): Undoable => ({
  kind: "archived",
  row: sessionRow(id),
  before,
  to: !before,
});
const all = (...done: Undoable[]) => done.reduce<Undoable[]>((burst, next) => addToBurst(burst, [next]), []);

test("a session moved twice goes back to where it first was", () => {
  expect(all(moved("a", null, "Resi"), moved("a", "Resi", "Vendite"))).toEqual([moved("a", null, "Vendite")]);
});

test("what ends where it began leaves nothing to undo", () => {
  expect(all(moved("a", "Resi", "Vendite"), moved("a", "Vendite", "Resi"))).toEqual([]);
  expect(all(archived("a"), archived("a", true))).toEqual([]);
});

test("archiving and moving the same session are two changes", () => {
  expect(all(moved("a", null, "Resi"), archived("a"))).toHaveLength(2);
});

test("a refused change leaves the burst", () => {
  expect(withoutFailed(all(archived("a"), archived("b")), "archived", new Set(["a"]))).toEqual([archived("b")]);
});

test("many changes at once are one by one the same", () => {
  const many = [moved("a", null, "Resi"), moved("b", null, "Resi"), moved("a", "Resi", "Vendite")];
  expect(addToBurst([archived("c")], many)).toEqual(all(archived("c"), ...many));
});
