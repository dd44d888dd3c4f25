import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DwhValue, QueryResult } from "../../src/dwh-types.ts";
import { independentSql, overallSql } from "../mapping/independent-check.ts";
import { interpret, isAnswerable } from "../mapping/interpret.ts";
import { buildPlan, toSql } from "../mapping/query.ts";
import { openSampleWarehouse, type SampleWarehouse } from "../sample-warehouse.ts";
import { HELD_OUT } from "./held-out.ts";
import { STRANGERS } from "./strangers.ts";
import { TUNED } from "./tuned.ts";

let dwh: SampleWarehouse;
beforeAll(() => {
  dwh = openSampleWarehouse();
});
afterAll(() => dwh.close());

// Column order and column names are the statement's own affair; the values of each row are not.
const cell = (value: DwhValue): string => (typeof value === "number" ? value.toFixed(2) : String(value));
const rowsOf = (result: QueryResult): string[] => result.rows.map((row) => row.map(cell).sort().join(" | ")).sort();

function answer(question: string): string[] | "refused" {
  const mapping = interpret(question);
  return isAnswerable(mapping) ? rowsOf(dwh.query(toSql(buildPlan(mapping)), 10_000)) : "refused";
}

describe("questions the rules were written for, or mended for", () => {
  test.each([...TUNED, ...STRANGERS])("%s", (question, reference) => {
    expect(answer(question)).toEqual(reference === null ? "refused" : rowsOf(dwh.query(reference, 10_000)));
  });
});

describe("questions nobody wrote a rule for are answered right or refused, never wrong", () => {
  test.each(HELD_OUT)("%s", (question, reference) => {
    const given = answer(question);
    if (given !== "refused")
      expect(given).toEqual(reference === null ? "refused" : rowsOf(dwh.query(reference, 10_000)));
  });
});

test.each([...TUNED, ...STRANGERS, ...HELD_OUT].filter(([, reference]) => reference !== null))(
  "the second way of working out the total agrees: %s",
  (question) => {
    const mapping = interpret(question);
    if (!isAnswerable(mapping)) return;
    const [first] = dwh.query(overallSql(mapping)).rows;
    const [second] = dwh.query(independentSql(mapping)).rows;
    for (const [i, value] of (first ?? []).entries()) expect(value).toBeCloseTo(Number(second?.[i]), 1);
  },
);
