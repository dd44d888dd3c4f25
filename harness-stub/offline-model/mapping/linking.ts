import { DIMENSIONS } from "./dimensions.ts";
import { isAnswerable } from "./interpret.ts";
import { MEASURES } from "./measures.ts";
import { aggregateOf, DATE, type Selection } from "./query.ts";
import type { DimensionId, Filter, Language, Mapping, MeasureId } from "./types.ts";

/** The schema-linking document. The SQL of the later phases is built from it alone. */
export interface SchemaLinking {
  question: string;
  language: Language;
  tables: LinkedTable[];
  joins: { left: string; right: string }[];
  measures: { name: MeasureId; expression: string; column: string }[];
  dimensions: { name: DimensionId; expression: string; column: string }[];
  filters: Filter[];
  order: { by: MeasureId; direction: "asc" | "desc" } | null;
  limit: number | null;
  unmapped: string[];
  /** Why each entry of `unmapped` could not be linked, in the same order. */
  reasons: string[];
  assumptions: string[];
  /** What reviewers asked in this phase, oldest first; applied again on every rewrite. */
  notes: string[];
}

interface LinkedTable {
  name: string;
  alias: string;
  columns: { name: string; role: "measure" | "dimension" | "filter" | "key"; reason: string }[];
}

type Column = LinkedTable["columns"][number];

const ALIASES: Record<string, string> = {
  righe_ordine: "r",
  ordini: "o",
  negozi: "n",
  prodotti: "p",
  clienti: "c",
  resi: "z",
};
const JOIN_OF: Record<string, { left: string; right: string }> = {
  ordini: { left: "righe_ordine.ordine_id", right: "ordini.id" },
  negozi: { left: "ordini.negozio_id", right: "negozi.id" },
  prodotti: { left: "righe_ordine.prodotto_id", right: "prodotti.id" },
  clienti: { left: "ordini.cliente_id", right: "clienti.id" },
  resi: { left: "resi.riga_id", right: "righe_ordine.id" },
};

export function toLinking(mapping: Mapping, notes: readonly string[]): SchemaLinking {
  const { language } = mapping;
  const family = mapping.measures.every((id) => MEASURES[id].family === "returns") ? "returns" : "sales";
  const names = tablesOf(mapping);
  const joins = isAnswerable(mapping) ? names.flatMap((name) => JOIN_OF[name] ?? []) : [];
  return {
    question: mapping.question,
    language,
    tables: isAnswerable(mapping) ? names.map((name) => linkedTable(name, mapping, joins)) : [],
    joins,
    measures: mapping.measures.map((name) => ({ name, expression: aggregateOf(name), column: MEASURES[name].column })),
    dimensions: mapping.dimensions.map((name) => ({
      name,
      expression: DIMENSIONS[name].expression(DATE[family]),
      column: DIMENSIONS[name].column,
    })),
    filters: mapping.filters,
    order: mapping.order,
    limit: mapping.limit,
    unmapped: mapping.unmapped.map((one) => one.words),
    reasons: mapping.unmapped.map((one) => one.reason[language]),
    assumptions: mapping.assumptions.map((text) => text[language]),
    notes: [...notes],
  };
}

/** Reads the document back; null when it is not one of ours, or holds what could not be linked. */
export function selectionOf(linking: SchemaLinking): Selection | null {
  const measures = linking.measures?.map((measure) => measure.name) ?? [];
  const dimensions = linking.dimensions?.map((dimension) => dimension.name) ?? [];
  const known =
    measures.every((id) => Object.hasOwn(MEASURES, id)) && dimensions.every((id) => Object.hasOwn(DIMENSIONS, id));
  if (!known || measures.length === 0 || (linking.unmapped?.length ?? 0) > 0) return null;
  return { measures, dimensions, filters: linking.filters ?? [], order: linking.order, limit: linking.limit };
}

/** Parses a stored document; null when it is missing or not JSON. */
export function parseLinking(content: string | undefined): SchemaLinking | null {
  if (content === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(content);
    return typeof parsed === "object" && parsed !== null ? (parsed as SchemaLinking) : null;
  } catch {
    return null;
  }
}

function tablesOf(mapping: Mapping): string[] {
  const columns = [
    ...mapping.measures.flatMap((id) => [
      MEASURES[id].column,
      ...("costo" in MEASURES[id].detail ? ["prodotti.costo"] : []),
    ]),
    ...mapping.dimensions.map((id) => DIMENSIONS[id].column),
    ...mapping.filters.map((filter) => filter.column),
  ];
  const named = new Set(["righe_ordine", "ordini", ...columns.map((column) => column.split(".")[0] ?? "")]);
  return Object.keys(ALIASES).filter((name) => named.has(name));
}

function linkedTable(name: string, mapping: Mapping, joins: SchemaLinking["joins"]): LinkedTable {
  const { language } = mapping;
  const columns = new Map<string, Column>();
  const add = (reference: string, role: Column["role"], reason: string): void => {
    const [table, column] = reference.split(".") as [string, string];
    if (table === name && !columns.has(`${column} ${role}`))
      columns.set(`${column} ${role}`, { name: column, role, reason });
  };
  for (const id of mapping.measures) {
    add(MEASURES[id].column, "measure", MEASURES[id].label[language]);
    if ("costo" in MEASURES[id].detail) add("prodotti.costo", "measure", MEASURES[id].label[language]);
  }
  for (const id of mapping.dimensions) add(DIMENSIONS[id].column, "dimension", DIMENSIONS[id].label[language]);
  for (const filter of mapping.filters) add(filter.column, "filter", filterText(filter, language));
  for (const { left, right } of joins) {
    add(left, "key", `= ${right}`);
    add(right, "key", `= ${left}`);
  }
  return { name, alias: ALIASES[name] ?? name, columns: [...columns.values()] };
}

/** A condition in words: `negozi.citta = Milano`, `dal 2024-01-01 al 2024-12-31`. */
export function filterText(filter: Filter, language: Language): string {
  const range = ([first, last]: [string, string]): string =>
    language === "it" ? `dal ${first} al ${last}` : `${first} to ${last}`;
  switch (filter.op) {
    case "in":
      return `${filter.column} = ${filter.value.join(language === "it" ? " o " : " or ")}`;
    case "between":
      return range(filter.value);
    case "between_any":
      return filter.value.map(range).join(language === "it" ? " e " : " and ");
    case "month_in":
      return `${language === "it" ? "mesi" : "months"} ${filter.value.join(", ")}`;
  }
}
