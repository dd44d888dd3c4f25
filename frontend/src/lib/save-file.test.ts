import { expect, it } from "vitest";
import { fileName } from "./save-file.ts";

it("makes a name that every file system takes", () => {
  expect(fileName("Resi: mese/mese?.csv")).toBe("Resi mese mese .csv");
  expect(fileName("../../etc/passwd")).toBe("etc passwd");
  expect(fileName("..")).toBe("file");
  expect(fileName("  \u0000 ")).toBe("file");
});

it("shortens a long name and keeps its extension", () => {
  const name = fileName(`${"a".repeat(300)}.csv`);
  expect(name).toHaveLength(120);
  expect(name.endsWith(".csv")).toBe(true);
  const family = "👨‍👩‍👧‍👦";
  expect(fileName(`${family.repeat(30)}.zip`)).toBe(`${family.repeat(10)}.zip`);
});
