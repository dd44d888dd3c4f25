import { DIMENSIONS } from "./dimensions.ts";
import { MEASURES } from "./measures.ts";
import type { DimensionId, FactFamily, Filter, MeasureId, Order, Text } from "./types.ts";

/** The part of a mapping that a statement is built from. */
export interface Selection {
  measures: MeasureId[];
  dimensions: DimensionId[];
  filters: Filter[];
  order: Order | null;
  limit: number | null;
}

interface Cte {
  name: string;
  /** What one row stands for. */
  grain: Text;
  sql: string;
}

/** A statement in parts: named steps, then the SELECT that reads them. */
export interface Plan {
  ctes: Cte[];
  final: string;
}

export const DATE: Record<FactFamily, string> = { sales: "o.data", returns: "z.data_reso" };
const SOURCE: Record<FactFamily, { cte: string; aggregate: string; from: string; key: string; grain: Text }> = {
  sales: {
    cte: "righe",
    aggregate: "vendite",
    key: "r.id AS riga_id",
    grain: { it: "una riga d'ordine", en: "one order line" },
    from: "righe_ordine AS r\n  JOIN ordini AS o ON o.id = r.ordine_id",
  },
  returns: {
    cte: "righe_rese",
    aggregate: "resi_aggregati",
    key: "z.id AS reso_id",
    grain: { it: "un reso", en: "one return" },
    from: "resi AS z\n  JOIN righe_ordine AS r ON r.id = z.riga_id\n  JOIN ordini AS o ON o.id = r.ordine_id",
  },
};
const JOINS: Record<string, string> = {
  n: "JOIN negozi AS n ON n.id = o.negozio_id",
  p: "JOIN prodotti AS p ON p.id = r.prodotto_id",
  c: "JOIN clienti AS c ON c.id = o.cliente_id",
  rr: "LEFT JOIN resi_per_riga AS rr ON rr.riga_id = r.id",
};
const TABLE_ALIAS: Record<string, string> = { negozi: "n", prodotti: "p", clienti: "c", ordini: "o", resi: "z" };

// Returns summed per line before the join: a line that came back in two goes stays one line.
const RETURNS_PER_LINE: Cte = {
  name: "resi_per_riga",
  grain: { it: "una riga d'ordine con resi", en: "one order line with returns" },
  sql: "SELECT riga_id, SUM(quantita) AS quantita_resa\n  FROM resi\n  GROUP BY riga_id",
};

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (texts: readonly string[]): string => texts.map(quote).join(", ");
const indent = (lines: readonly string[]): string => lines.join(",\n    ");

/** One condition in SQL. `date` is the date column to use, `column` the reference to the filter's own column. */
export function condition(filter: Filter, date: string, column: string): string {
  switch (filter.op) {
    case "in":
      return filter.value.length === 1
        ? `${column} = ${quote(filter.value[0] ?? "")}`
        : `${column} IN (${list(filter.value)})`;
    case "between":
      return `${date} BETWEEN ${quote(filter.value[0])} AND ${quote(filter.value[1])}`;
    case "between_any":
      return `(${filter.value.map(([first, last]) => `${date} BETWEEN ${quote(first)} AND ${quote(last)}`).join(" OR ")})`;
    case "month_in":
      return `strftime('%m', ${date}) IN (${list(filter.value)})`;
  }
}

/** `negozi.citta` as the statement writes it: `n.citta`. */
function reference(column: string): string {
  const [table = "", name = ""] = column.split(".");
  return `${TABLE_ALIAS[table] ?? table}.${name}`;
}

/** Builds the statement. The selection has at least one measure. */
export function buildPlan(selection: Selection): Plan {
  const families = (["sales", "returns"] as const).filter((family) =>
    selection.measures.some((id) => MEASURES[id].family === family),
  );
  const parts = families.map((family) => familySteps(selection, family));
  const ctes = parts.flatMap((part) => part.ctes);
  const [only] = parts;
  if (parts.length === 1 && only) return { ctes, final: finalSelect(selection, only.name, selection.dimensions) };
  return combine(
    selection,
    ctes,
    parts.map((part) => part.name),
  );
}

function familySteps(selection: Selection, family: FactFamily): { name: string; ctes: Cte[] } {
  const source = SOURCE[family];
  const measures = selection.measures.filter((id) => MEASURES[id].family === family);
  const detail: Record<string, string> = Object.assign({}, ...measures.map((id) => MEASURES[id].detail));
  const columns = [
    ...selection.dimensions.map((id) => `${DIMENSIONS[id].expression(DATE[family])} AS ${id}`),
    source.key,
    ...Object.entries(detail)
      .filter(([alias]) => !source.key.endsWith(` ${alias}`))
      .map(([alias, expression]) => `${expression} AS ${alias}`),
  ];
  const conditions = selection.filters.map((filter) => condition(filter, DATE[family], reference(filter.column)));
  const text = [...columns, ...conditions].join(" ");
  const joins = Object.entries(JOINS).filter(([alias]) => new RegExp(`\\b${alias}\\.`).test(text));
  const base: Cte = {
    name: source.cte,
    grain: source.grain,
    sql: [
      `SELECT\n    ${indent(columns)}`,
      `FROM ${source.from}`,
      ...joins.map(([, join]) => join),
      ...(conditions.length > 0 ? [`WHERE ${conditions.join("\n    AND ")}`] : []),
    ].join("\n  "),
  };
  const keys = selection.dimensions;
  const aggregate: Cte = {
    name: source.aggregate,
    grain: keysGrain(keys),
    sql: [
      `SELECT\n    ${indent([...keys, ...measures.map((id) => `${aggregateOf(id)} AS ${id}`)])}`,
      `FROM ${source.cte}`,
      ...(keys.length > 0 ? [`GROUP BY ${keys.join(", ")}`] : []),
    ].join("\n  "),
  };
  const perLine = joins.some(([alias]) => alias === "rr") ? [RETURNS_PER_LINE] : [];
  return { name: source.aggregate, ctes: [...perLine, base, aggregate] };
}

/** The aggregate of a measure over its detail rows, rounded. */
export function aggregateOf(id: MeasureId): string {
  const { aggregate, decimals } = MEASURES[id];
  return decimals > 0 ? `ROUND(${aggregate}, ${decimals})` : aggregate;
}

function keysGrain(keys: readonly DimensionId[]): Text {
  if (keys.length === 0) return { it: "il totale", en: "the total" };
  const labels = keys.map((id) => DIMENSIONS[id].label);
  return { it: labels.map((label) => label.it).join(" × "), en: labels.map((label) => label.en).join(" × ") };
}

// Sales and returns are summed apart and meet on their keys: a join of the detail would count lines twice.
function combine(selection: Selection, ctes: Cte[], names: string[]): Plan {
  const keys = selection.dimensions;
  if (keys.length === 0) {
    return { ctes, final: `SELECT\n  ${selection.measures.join(",\n  ")}\nFROM ${names.join("\nCROSS JOIN ")}` };
  }
  const all: Cte = {
    name: "chiavi",
    grain: keysGrain(keys),
    sql: names.map((name) => `SELECT ${keys.join(", ")} FROM ${name}`).join("\n  UNION\n  "),
  };
  const joined: Cte = {
    name: "unione",
    grain: keysGrain(keys),
    sql: [
      `SELECT\n    ${indent([...keys.map((key) => `k.${key}`), ...selection.measures.map(orZero)])}`,
      "FROM chiavi AS k",
      ...names.map((name) => `LEFT JOIN ${name} ON ${keys.map((key) => `${name}.${key} IS k.${key}`).join(" AND ")}`),
    ].join("\n  "),
  };
  return { ctes: [...ctes, all, joined], final: finalSelect(selection, "unione", keys) };
}

// A region with sales and no return has none, not an unknown number of them.
const orZero = (id: MeasureId): string => (MEASURES[id].additive ? `COALESCE(${id}, 0) AS ${id}` : id);

function finalSelect(selection: Selection, from: string, keys: DimensionId[]): string {
  const lines = [`SELECT\n  ${[...keys, ...selection.measures].join(",\n  ")}`, `FROM ${from}`];
  const order = orderBy(selection);
  if (order) lines.push(`ORDER BY ${order}`);
  if (selection.limit !== null) lines.push(`LIMIT ${selection.limit}`);
  return lines.join("\n");
}

// Ties are broken by the members' names, so that the same question always gives the same rows.
function orderBy({ order, dimensions, measures }: Selection): string | null {
  if (dimensions.length === 0) return null;
  if (order) return [`${order.by} ${order.direction.toUpperCase()}`, ...dimensions].join(", ");
  const time = dimensions.filter((id) => DIMENSIONS[id].time);
  if (time.length > 0) return [...dimensions.filter((id) => !DIMENSIONS[id].time), ...time].join(", ");
  return [`${measures[0]} DESC`, ...dimensions].join(", ");
}

/** The whole statement, formatted. */
export const toSql = ({ ctes, final }: Plan): string =>
  `WITH ${ctes.map((cte) => `${cte.name} AS (\n  ${cte.sql}\n)`).join(",\n")}\n${final}`;
