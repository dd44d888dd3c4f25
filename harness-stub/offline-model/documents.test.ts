import { afterAll, beforeAll, expect, test } from "vitest";
import { writeDocuments } from "./documents.ts";
import { openSampleWarehouse, type SampleWarehouse } from "./sample-warehouse.ts";

let dwh: SampleWarehouse;
beforeAll(() => {
  dwh = openSampleWarehouse();
});
afterAll(() => dwh.close());

/** Writes every phase in order; `notes` holds what the reviewer says when a phase is done over. */
function workThrough(question: string, notes: Record<string, string> = {}): Record<string, string> {
  const documents: Record<string, string> = {};
  for (const phase of ["F2", "F3", "F4", "F5", "F6", "F7", "F8"]) {
    for (const note of [null, ...(notes[phase] ? [notes[phase]] : [])]) {
      Object.assign(documents, writeDocuments(phase, { question, documents: { ...documents }, note, ...dwh }));
    }
  }
  return documents;
}

const linking = (documents: Record<string, string>) => JSON.parse(documents.schema_linking ?? "null");

test("every phase leaves its documents, and the report holds the real rows and a second total", () => {
  const documents = workThrough("Top 3 regioni per fatturato nel 2025");
  expect(Object.keys(documents)).toEqual([
    "context",
    "revised_question",
    "schema_linking",
    "strategy",
    "cte_plan",
    "cte_tests",
    "sql_final",
    "validation_report",
    "evidence",
  ]);
  const rows = dwh.query(documents.sql_final ?? "").rows;
  expect(rows).toHaveLength(3);
  for (const [region, revenue] of rows) {
    expect(documents.validation_report).toContain(`| ${region} | ${Number(revenue).toFixed(2)} |`);
  }
  expect(documents.validation_report).toContain("i due calcoli coincidono");
  expect(JSON.parse(documents.cte_tests ?? "").every((one: { passed: boolean }) => one.passed)).toBe(true);
  expect(JSON.parse(documents.evidence ?? "").checks).toEqual([
    expect.objectContaining({ measure: "fatturato", agree: true }),
  ]);
});

test("documents are in the language of the question", () => {
  const documents = workThrough("What is the average order value by channel in 2025?");
  expect(documents.context).toMatch(/^# Context\n/);
  expect(documents.revised_question).toContain("Average order value by channel");
  expect(documents.validation_report).toContain("the two calculations agree");
});

test("what cannot be linked is named with its reason, and no SQL is made of it", () => {
  const documents = workThrough("Fatturato per regione escluso il Lazio");
  expect(linking(documents)).toMatchObject({
    unmapped: ["escluso"],
    reasons: ["parole che non so collegare al DWH"],
    tables: [],
  });
  expect(documents.strategy).toContain("Torna a F4");
  expect(JSON.parse(documents.cte_plan ?? "")).toMatchObject({ ctes: [] });
  expect(documents).not.toHaveProperty("sql_final");
  expect(documents).not.toHaveProperty("validation_report");
});

test.each([
  ["Fatturato delle cravatte per regione", "per cravatte intendo abbigliamento", ["regione"], ["Abbigliamento"]],
  ["Fatturato lordissimo per regione nel Lazio", "ignora lordissimo", ["regione"], ["Lazio"]],
  ["Takings by region in Rome", "by takings I mean revenue", ["regione"], ["Roma"]],
  ["Fatturato per regione a Roma", "aggiungi per categoria", ["regione", "categoria"], ["Roma"]],
  ["Fatturato per categoria a Roma", "solo Milano", ["categoria"], ["Milano"]],
])("a reviewer's note is applied: %s, %s", (question, note, dimensions, members) => {
  const linked = linking(workThrough(question, { F4: note }));
  expect(linked).toMatchObject({
    unmapped: [],
    measures: [{ name: "fatturato" }],
    dimensions: dimensions.map((name) => ({ name })),
    filters: [{ value: members }],
    notes: [note],
  });
});

test("a note given to an earlier phase still holds in the later ones", () => {
  const documents = workThrough("Fatturato delle cravatte", { F2: "per cravatte intendo abbigliamento" });
  expect(documents.revised_question).toContain("categoria Abbigliamento");
  expect(linking(documents)).toMatchObject({ unmapped: [], filters: [{ value: ["Abbigliamento"] }] });
});

test("a note that is not understood is said to be so, and changes nothing", () => {
  const documents = workThrough("Fatturato per regione", { F4: "fallo più bello" });
  expect(linking(documents)).toMatchObject({ unmapped: [], notes: ["fallo più bello"] });
  expect(linking(documents).assumptions).toContain("Nota non capita, non applicata: «fallo più bello».");
});

test("at the first gate a note rewrites the question", () => {
  const rewrite = (note: string) => writeDocuments("F1", { question: "Vendite", documents: {}, note, ...dwh });
  expect(rewrite("Fatturato per regione nel 2025")).toEqual({ question: "Fatturato per regione nel 2025\n" });
  expect(rewrite("per vendite intendo il margine")).toEqual({ question: "il margine\n" });
  expect(rewrite("scrivi: numero di ordini per mese")).toEqual({ question: "numero di ordini per mese\n" });
  expect(rewrite("solo quelle belle")).toEqual({ question: "Vendite — solo quelle belle\n" });
  expect(writeDocuments("F1", { question: "Vendite", documents: {}, note: null, ...dwh })).toEqual({});
});

test("of a warehouse that is not the sample one nothing is guessed", () => {
  const schema = { tables: [{ name: "orders", columns: [], foreign_keys: [], rows: 1 }] };
  const input = { question: "Fatturato per regione", documents: {}, note: null, schema, query: dwh.query };
  expect(linking(writeDocuments("F4", input))).toMatchObject({ unmapped: ["DWH"], tables: [] });
  expect(writeDocuments("F2", input).context).toContain("questo non è il DWH dimostrativo");
});

test("where sales and returns meet, no return is zero returns", () => {
  const documents = workThrough("Fatturato e numero di resi per prodotto nel 2026 a Cagliari");
  const rows = dwh.query(documents.sql_final ?? "").rows;
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.some(([, , returns]) => returns === 0)).toBe(true);
  expect(rows.every(([, revenue, returns]) => revenue !== null && returns !== null)).toBe(true);
});
