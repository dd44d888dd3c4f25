import type { QueryResult } from "../../src/dwh-types.ts";
import { independentSql, overallSql } from "../mapping/independent-check.ts";
import { MEASURES } from "../mapping/measures.ts";
import { buildPlan, type Selection, toSql } from "../mapping/query.ts";
import type { Language, MeasureId } from "../mapping/types.ts";
import type { Builder, Known, ResultOf } from "./builder.ts";
import { firstNumber } from "./builder.ts";
import { readLinked } from "./reading-question.ts";
import { notesIn, notesSection, withNote } from "./reviewer-notes.ts";
import { markdownTable, resultTable } from "./tables.ts";
import { bullets, describe } from "./wording.ts";

const SHOWN = 20;

interface Statements {
  final: string;
  count: string;
  overall: string;
  independent: string;
}

interface Comparison {
  measure: MeasureId;
  statement: number | null;
  independent: number | null;
  /** Sum over the rows shown, where the measure adds up and every row is there. */
  rows: number | null;
  agree: boolean;
}

/** The statement run for real, its rows, and its total worked out a second way. */
export const validationReport: Builder = {
  reads: ["schema_linking", "sql_final"],
  schema: false,
  queries: (known) => Object.values(statementsOf(known) ?? {}),
  write: (known, resultOf) => {
    const { selection, linking, language } = readLinked(known);
    const statements = statementsOf(known);
    if (!selection || !statements) return null;
    const result = resultOf(statements.final);
    const total = firstNumber(resultOf(statements.count));
    const comparisons = compare(selection, statements, resultOf);
    const notes = withNote(notesIn(known.documents.validation_report), known.note);
    const report = { selection, result, total, comparisons, assumptions: linking?.assumptions ?? [] };
    return render(report, language) + notesSection(notes, language);
  },
};

/** What the report rests on, for machines: the statements, the rows, the comparisons. */
export const evidence: Builder = {
  reads: ["schema_linking", "sql_final"],
  schema: false,
  queries: (known) => Object.values(statementsOf(known) ?? {}),
  write: (known, resultOf) => {
    const { selection } = readLinked(known);
    const statements = statementsOf(known);
    if (!selection || !statements) return null;
    const { columns, rows } = resultOf(statements.final);
    const proof = {
      statements,
      columns: columns.map((column) => column.name),
      row_count: firstNumber(resultOf(statements.count)),
      rows: rows.slice(0, SHOWN),
      checks: compare(selection, statements, resultOf),
    };
    return `${JSON.stringify(proof, null, 2)}\n`;
  },
};

// The final statement is run as it was approved; the others come from the linking, which it was built from.
function statementsOf(known: Known): Statements | null {
  const { selection } = readLinked(known);
  const final = known.documents.sql_final?.trim();
  if (!selection || !final) return null;
  return {
    final,
    count: `SELECT COUNT(*) AS righe FROM (\n${toSql(buildPlan(selection))}\n)`,
    overall: overallSql(selection),
    independent: independentSql(selection),
  };
}

function compare(selection: Selection, statements: Statements, resultOf: ResultOf): Comparison[] {
  const rows = resultOf(statements.final);
  const whole = !rows.truncated && selection.limit === null && selection.dimensions.length > 0;
  return selection.measures.map((measure) => {
    const { additive, decimals } = MEASURES[measure];
    const statement = cellOf(resultOf(statements.overall), measure);
    const independent = cellOf(resultOf(statements.independent), measure);
    const sum = whole && additive ? sumOf(rows, measure, decimals) : null;
    // Each group is rounded on its own: the sum may be off by half a unit of the last decimal per row.
    const slack = 0.51 * 10 ** -decimals;
    const close = (a: number | null, b: number | null, by: number): boolean => Math.abs((a ?? 0) - (b ?? 0)) <= by;
    const agree =
      close(statement, independent, 2 * slack) &&
      (sum === null || close(sum, independent, slack * (rows.rows.length + 1)));
    return { measure, statement, independent, rows: sum, agree };
  });
}

function cellOf(result: QueryResult, name: string): number | null {
  const value = result.rows[0]?.[result.columns.findIndex((column) => column.name === name)];
  return value === null || value === undefined ? null : Number(value);
}

function sumOf(result: QueryResult, name: string, decimals: number): number {
  const at = result.columns.findIndex((column) => column.name === name);
  const sum = result.rows.reduce((total, row) => total + Number(row[at] ?? 0), 0);
  return Number(sum.toFixed(decimals));
}

interface Report {
  selection: Selection;
  result: QueryResult;
  total: number;
  comparisons: Comparison[];
  assumptions: string[];
}

function render({ selection, result, total, comparisons, assumptions }: Report, language: Language): string {
  const it = language === "it";
  const agree = comparisons.every((one) => one.agree);
  const decimals = Object.fromEntries(selection.measures.map((id) => [id, MEASURES[id].decimals]));
  return `# ${it ? "Validazione" : "Validation"}

${describe(selection, language)}

**${it ? "Esito" : "Outcome"}:** ${verdict(agree, total, language)}

## ${it ? "Risultato" : "Result"}

${counted(total, result, language)}

${result.rows.length > 0 ? resultTable(result, SHOWN, decimals) : ""}

## ${it ? "Controllo per una seconda via" : "Checked a second way"}

${
  it
    ? "La stessa misura su tutto l'insieme filtrato, con condizioni annidate al posto dei join."
    : "The same measure over everything the conditions let through, with nested conditions in place of joins."
}

${comparisonTable(comparisons, language)}

## ${it ? "Da tenere presente" : "To keep in mind"}

${bullets(assumptions, it ? "Nessuna assunzione oltre alle definizioni della domanda rivista." : "No assumption beyond the definitions of the revised question.")}
`;
}

function verdict(agree: boolean, total: number, language: Language): string {
  const it = language === "it";
  if (!agree) {
    return it
      ? "i due calcoli **non coincidono**: il risultato non va usato prima di aver capito perché."
      : "the two calculations **disagree**: do not use the result before it is known why.";
  }
  if (total === 0) return it ? "nessuna riga rispetta le condizioni." : "no row meets the conditions.";
  return it ? "i due calcoli coincidono." : "the two calculations agree.";
}

function counted(total: number, result: QueryResult, language: Language): string {
  const shown = Math.min(SHOWN, result.rows.length);
  const rows =
    language === "it" ? (total === 1 ? "1 riga" : `${total} righe`) : total === 1 ? "1 row" : `${total} rows`;
  if (shown >= total) return `${rows}.`;
  return language === "it" ? `${rows}; qui le prime ${shown}.` : `${rows}; here are the first ${shown}.`;
}

function comparisonTable(comparisons: Comparison[], language: Language): string {
  const it = language === "it";
  const header = it
    ? ["Misura", "Dalla query", "Per altra via", "Somma delle righe", "Coincide"]
    : ["Measure", "By the query", "The other way", "Sum of the rows", "Agrees"];
  const rows = comparisons.map((one) => {
    const text = (value: number | null): string =>
      value === null ? "—" : value.toFixed(MEASURES[one.measure].decimals);
    const yes = it ? "sì" : "yes";
    return [
      MEASURES[one.measure].label[language],
      text(one.statement),
      text(one.independent),
      text(one.rows),
      one.agree ? yes : "**no**",
    ];
  });
  return markdownTable(header, rows, [false, true, true, true, false]);
}
