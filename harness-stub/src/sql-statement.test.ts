import { expect, it } from "vitest";
import { countStatements } from "./sql-statement.ts";

it.each([
  ["", 0],
  [" -- only a comment\n/* and */ ;; ", 0],
  ["select 1", 1],
  ["select 1; -- done; really\n", 1],
  ["select ';', \";\", `;`, [;] /* ; */", 1],
  ["select 'it''s; fine';", 1],
  ["select 1; select 2", 2],
  ["select 1;;delete from t", 2],
  ["select '--'; delete from t", 2],
  ["select 1 /* ; */; /* x */ delete from t", 2],
])("counts the statements of %j", (sql, count) => {
  expect(countStatements(sql)).toBe(count);
});
