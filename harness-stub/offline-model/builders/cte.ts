import { MEASURES } from "../mapping/measures.ts";
import { buildPlan, type Plan, type Selection } from "../mapping/query.ts";
import type { Language } from "../mapping/types.ts";
import type { Builder } from "./builder.ts";
import { firstNumber } from "./builder.ts";
import { readLinked, unlinkedLines } from "./reading-question.ts";

interface Check {
  name: string;
  sql: string;
  /** What the single number has to be. */
  expected: string;
  holds: (value: number) => boolean;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The steps of the statement, with the grain of each. */
export const ctePlan: Builder = {
  reads: ["schema_linking"],
  schema: false,
  queries: () => [],
  write: (known) => {
    const { selection, linking, language } = readLinked(known);
    const note = known.note ? { reviewer_note: known.note } : {};
    if (!selection) return json({ ctes: [], blocked: unlinkedLines(linking), ...note });
    const { ctes, final } = buildPlan(selection);
    return json({ ctes: ctes.map((cte) => ({ ...cte, grain: cte.grain[language] })), final, ...note });
  },
};

/** The tests of the steps, run on the warehouse, with what each gave. */
export const cteTests: Builder = {
  reads: ["schema_linking"],
  schema: false,
  queries: (known) => {
    const { selection } = readLinked(known);
    return selection ? checksOf(selection, "it").map((check) => check.sql) : [];
  },
  write: (known, resultOf) => {
    const { selection, language } = readLinked(known);
    if (!selection) return json([]);
    return json(
      checksOf(selection, language).map(({ name, sql, expected, holds }) => {
        const got = firstNumber(resultOf(sql));
        return { name, expected, got, passed: holds(got), sql };
      }),
    );
  },
};

function checksOf(selection: Selection, language: Language): Check[] {
  const it = language === "it";
  const plan = buildPlan(selection);
  const [base, aggregate] = plan.ctes.filter((cte) => cte.name !== "resi_per_riga");
  if (!base || !aggregate) return [];
  const id = base.sql.includes(" AS reso_id") ? "reso_id" : "riga_id";
  const checks: Check[] = [
    {
      name: `${base.name}: ${it ? "ci sono righe" : "has rows"}`,
      sql: over(plan, `SELECT COUNT(*) FROM ${base.name}`),
      expected: "> 0",
      holds: (value) => value > 0,
    },
    {
      name: `${base.name}: ${it ? "nessuna riga doppia" : "no row twice"}`,
      sql: over(plan, `SELECT COUNT(*) - COUNT(DISTINCT ${id}) FROM ${base.name}`),
      expected: "0",
      holds: (value) => value === 0,
    },
  ];
  const keys = selection.dimensions.join(", ");
  if (keys) {
    checks.push({
      name: `${aggregate.name}: ${it ? "chiavi uniche" : "unique keys"}`,
      sql: over(plan, `SELECT COUNT(*) FROM (SELECT 1 FROM ${aggregate.name} GROUP BY ${keys} HAVING COUNT(*) > 1)`),
      expected: "0",
      holds: (value) => value === 0,
    });
  }
  const additive = selection.measures.find((one) => MEASURES[one].additive && aggregate.sql.includes(` AS ${one}`));
  if (additive && keys) {
    checks.push({
      name: `${additive}: ${it ? "i gruppi sommano al totale" : "groups add up to the whole"}`,
      sql: over(
        plan,
        `SELECT ROUND(ABS((SELECT SUM(${additive}) FROM ${aggregate.name}) - (SELECT ${MEASURES[additive].aggregate} FROM ${base.name})), 2)`,
      ),
      expected: it ? "< 1 (arrotondamenti)" : "< 1 (rounding)",
      holds: (value) => value < 1,
    });
  }
  return checks;
}

const over = (plan: Plan, select: string): string =>
  `WITH ${plan.ctes.map((cte) => `${cte.name} AS (\n  ${cte.sql}\n)`).join(",\n")}\n${select}`;
