import { expect, test } from "vitest";
import { filtersText, isFiltered, narrows, noFilters, parseFilters, searchPath } from "./filters.ts";

const some = { ...noFilters, role: "document", agent: "codex", sinceDays: 30, allProjects: true } as const;

test("filters go into the address and come back", () => {
  expect(filtersText(noFilters)).toBe(null);
  expect(filtersText(some)).toBe("document.codex.30d.all");
  for (const filters of [noFilters, some, { ...noFilters, withoutArchived: true, any: true }]) {
    expect(parseFilters(filtersText(filters))).toEqual(filters);
  }
});

test("what an address says beside that is left out", () => {
  expect(parseFilters("document.nobody.30x.5d.")).toEqual({ ...noFilters, role: "document", sinceDays: 5 });
});

test("all projects and any word widen, the others narrow", () => {
  expect(narrows({ ...noFilters, allProjects: true, any: true })).toBe(false);
  expect(isFiltered({ ...noFilters, allProjects: true })).toBe(true);
  expect(narrows({ ...noFilters, withoutArchived: true })).toBe(true);
});

test("the request carries the words as they are, and only what was chosen", () => {
  expect(searchPath("C++ & «resi» #12", noFilters)).toBe("/search?q=C%2B%2B+%26+%C2%ABresi%C2%BB+%2312");
  expect(searchPath("a", { ...some, withoutArchived: true, any: true }, { session: "s", limit: 200 })).toBe(
    "/search?q=a&role=document&agent=codex&sinceDays=30&scope=all&archived=false&any=true&session=s&limit=200",
  );
  expect(searchPath("\ud800a", noFilters)).toBe("/search?q=%EF%BF%BDa");
});
