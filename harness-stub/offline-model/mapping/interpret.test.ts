import { afterAll, beforeAll, expect, test } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { openSampleWarehouse, type SampleWarehouse } from "../sample-warehouse.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { independentSql, overallSql } from "./independent-check.ts";
import { interpret, isAnswerable } from "./interpret.ts";
import { MEASURES } from "./measures.ts";
import { interpretWithNotes } from "./notes.ts";
import { buildPlan, toSql } from "./query.ts";

let dwh: SampleWarehouse;
beforeAll(() => {
  dwh = openSampleWarehouse();
});
afterAll(() => dwh.close());

const measure = fc.constantFrom(...Object.values(MEASURES).map((one) => one.label.it.replace("%", "percentuale")));
const dimension = fc.constantFrom(...Object.values(DIMENSIONS).map((one) => one.label.it));
const place = fc.constantFrom("", "a Milano", "nel Lazio", "del Sud", "in Sicilia", "di Torino Porta Nuova");
const period = fc.constantFrom(
  "",
  "nel 2024",
  "a marzo 2025",
  "da ottobre 2024 a febbraio 2025",
  "nel terzo trimestre 2025",
  "a maggio",
);
const other = fc.constantFrom("", "online", "Aurora", "di abbigliamento", "dei clienti fedeltà");

test("whatever is answered runs, and its total agrees with the second way", () => {
  let answered = 0;
  const parts = fc.tuple(fc.uniqueArray(measure, { minLength: 1, maxLength: 2 }), dimension, place, other, period);
  fc.assert(
    fc.property(parts, ([measures, by, ...conditions]) => {
      const mapping = interpret(`${measures.join(" e ")} per ${by} ${conditions.filter(Boolean).join(" ")}`);
      if (!isAnswerable(mapping)) return;
      answered++;
      dwh.query(toSql(buildPlan(mapping)));
      const [first] = dwh.query(overallSql(mapping)).rows;
      const [second] = dwh.query(independentSql(mapping)).rows;
      for (const [i, value] of (first ?? []).entries()) {
        expect(Math.abs(Number(value) - Number(second?.[i]))).toBeLessThan(0.02);
      }
    }),
    { numRuns: 150, seed: 1 },
  );
  expect(answered).toBeGreaterThan(75);
});

test("any text at all is read without failing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string({ maxLength: 200 }), (question, note) => {
      expect(interpretWithNotes(question, [note]).mapping.question).toEqual(expect.any(String));
    }),
    { numRuns: 300, seed: 1 },
  );
});

test.each([
  ["spaces", `per ${" ".repeat(19_900)}x`],
  ["half an instruction again and again", "per x ".repeat(3_300)],
  ["thousands of instructions", "ignora x. ".repeat(2_000)],
  ["nothing between quotes", "ignora «»"],
])("a note of %s takes no time", (_name, note) => {
  const begun = performance.now();
  interpretWithNotes("Fatturato per regione", [note]);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
