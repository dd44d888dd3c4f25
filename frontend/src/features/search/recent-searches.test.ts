import { expect, test } from "vitest";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

test("the last searches, newest first, each once and not too many", () => {
  for (const text of ["a", "b", "  resi ", "c", "d", "e", "f", "RESI", ""]) rememberSearch(text);
  expect(recentSearches()).toEqual(["RESI", "f", "e", "d", "c", "b"]);
  forgetSearches();
  expect(recentSearches()).toEqual([]);
});

test("what another program left in their place is not taken for searches", () => {
  localStorage.setItem("thoth.searches", '{"a":1}');
  expect(recentSearches()).toEqual([]);
  localStorage.setItem("thoth.searches", '["a",1]');
  expect(recentSearches()).toEqual(["a"]);
  localStorage.setItem("thoth.searches", "not json");
  expect(recentSearches()).toEqual([]);
});
