import { describe, expect, it } from "vitest";
import { readSchemaLinking } from "./schema-linking.ts";

const linking = (value: unknown) => {
  const read = readSchemaLinking(JSON.stringify(value));
  if (read.kind !== "linking") throw new Error(`read as ${read.kind}`);
  return read.linking;
};

describe("readSchemaLinking", () => {
  it("understands the shape the skill asks for", () => {
    const read = linking({
      question: "Come vanno i resi?",
      language: "it",
      tables: [
        {
          name: "resi",
          alias: "r",
          columns: [{ name: "data_reso", role: "dimension", reason: "il mese del reso" }],
        },
      ],
      joins: [{ left: "resi.riga_id", right: "righe_ordine.id" }],
      measures: [{ name: "valore dei resi", expression: "sum(r.importo)", column: "resi.importo" }],
      dimensions: [{ name: "mese", expression: "strftime('%Y-%m', r.data_reso)", column: "resi.data_reso" }],
      filters: [
        { column: "negozi.regione", op: "in", value: ["Lazio", "Umbria"] },
        { column: "ordini.data", op: "between", value: ["2025-01-01", "2025-12-31"] },
      ],
      order: [{ by: "mese", direction: "asc" }],
      limit: 10,
      unmapped: [],
      reasons: [],
      assumptions: ["IVA esclusa"],
      notes: ["solo il Nord"],
    });
    expect(read).toEqual({
      tables: [
        {
          name: "resi",
          alias: "r",
          reason: null,
          columns: [{ name: "data_reso", role: "dimension", reason: "il mese del reso" }],
        },
      ],
      joins: [{ left: "resi.riga_id", right: "righe_ordine.id", note: null }],
      measures: [{ name: "valore dei resi", expression: "sum(r.importo)" }],
      dimensions: [{ name: "mese", expression: "strftime('%Y-%m', r.data_reso)" }],
      filters: ["negozi.regione in ('Lazio', 'Umbria')", "ordini.data between '2025-01-01' and '2025-12-31'"],
      order: ["mese asc"],
      limit: "10",
      unmapped: [],
      assumptions: ["IVA esclusa"],
      notes: ["solo il Nord"],
      rest: [],
    });
  });

  it("understands plainer ways to say the same", () => {
    const read = linking({
      tables: ["resi", { table: "righe_ordine", columns: ["id"] }],
      joins: ["resi.riga_id = righe_ordine.id", { from: "a.x", to: "b.y" }, { on: "c.x = d.y" }],
      measures: "conteggio",
      filters: ["anno = 2025"],
      order: "mese",
      unmapped: [{ word: "bolognino", reason: "non è nello schema" }],
    });
    expect(read.tables.map((table) => table.name)).toEqual(["resi", "righe_ordine"]);
    expect(read.joins.map((join) => [join.left, join.right])).toEqual([
      ["resi.riga_id", "righe_ordine.id"],
      ["a.x", "b.y"],
      ["c.x", "d.y"],
    ]);
    expect(read.measures).toEqual([{ name: "conteggio", expression: null }]);
    expect(read.filters).toEqual(["anno = 2025"]);
    expect(read.order).toEqual(["mese"]);
    expect(read.unmapped).toEqual(["bolognino: non è nello schema"]);
    expect(read.rest).toEqual([]);
  });

  it("says why a word is not linked", () => {
    expect(linking({ tables: [], unmapped: ["a", "b"], reasons: ["x", "y"] }).unmapped).toEqual(["a: x", "b: y"]);
    expect(linking({ tables: [], unmapped: ["a"], reasons: ["x", "y"] }).unmapped).toEqual(["a", "x", "y"]);
  });

  it("loses nothing: what it does not understand is in the rest", () => {
    const read = linking({
      tables: [{ name: "resi", columns: [] }, 7, { name: "x", columns: { a: 1 } }],
      joins: [{ tables: ["a", "b"] }],
      limit: { rows: 3 },
      confidence: 0.8,
    });
    expect(read.tables).toHaveLength(1);
    expect(read.rest.map((member) => member.name)).toEqual(["tables", "joins", "limit", "confidence"]);
    expect(read.rest[0]?.text).toContain('"a": 1');
  });

  it("hands back other JSON readable, and other text as it is", () => {
    expect(readSchemaLinking('{"a":1}')).toEqual({ kind: "json", text: '{\n  "a": 1\n}' });
    expect(readSchemaLinking('{"tables":{"a":1}}')).toMatchObject({ kind: "json" });
    expect(readSchemaLinking("[1]")).toMatchObject({ kind: "json" });
    expect(readSchemaLinking('{"tables":[')).toEqual({ kind: "text", text: '{"tables":[' });
    expect(readSchemaLinking("")).toEqual({ kind: "text", text: "" });
  });

  it("never throws, whatever stands in place of each member", () => {
    const odd = [null, 0, "", "x", [], [null], [[]], {}, { name: 3 }, [{ name: {} }], true];
    const members = ["tables", "joins", "measures", "dimensions", "filters", "order", "limit", "unmapped"];
    for (const member of members) {
      for (const value of odd) {
        expect(() => readSchemaLinking(JSON.stringify({ tables: [], [member]: value }))).not.toThrow();
      }
    }
  });
});
