import { expect, test } from "vitest";
import { sessionRow } from "../testing/sessions.ts";
import { groupNames, resolveGroup } from "./groups.ts";

test("groups of archived sessions are still groups", () => {
  const rows = [
    sessionRow("a", { group: "Vendite" }),
    sessionRow("b", { group: "Resi", archived: true }),
    sessionRow("c"),
  ];
  expect(groupNames(rows)).toEqual(["Resi", "Vendite"]);
});

test("a typed name is trimmed and composed, and takes an existing group's spelling when only case differs", () => {
  expect(resolveGroup("  Perche\u0301 ", [])).toBe("Perché");
  expect(resolveGroup("vendite", ["Vendite"])).toBe("Vendite");
  expect(resolveGroup("vendite", ["Vendite", "vendite"])).toBe("vendite");
  expect(resolveGroup("PERCHE\u0301", ["Perché"])).toBe("Perché");
  expect(resolveGroup("Vendite 2", ["Vendite"])).toBe("Vendite 2");
});
