import { MEASURES } from "./measures.ts";
import { buildPlan, condition, type Selection, toSql } from "./query.ts";
import type { Filter, MeasureId } from "./types.ts";

/** Each measure over everything the filters let through, by the final statement's own steps. */
export const overallSql = (selection: Selection): string =>
  toSql(buildPlan({ ...selection, dimensions: [], order: null, limit: null }));

/** The same numbers by another road: nested conditions in place of joins, no shared step. */
export function independentSql({ measures, filters }: Selection): string {
  return `SELECT\n  ${measures.map((id) => `(${measureAlone(id, filters)}) AS ${id}`).join(",\n  ")}`;
}

function measureAlone(id: MeasureId, filters: Filter[]): string {
  const lines = linesWhere(filters, true);
  const round = (expression: string): string => `ROUND(${expression}, ${MEASURES[id].decimals})`;
  const margin = "importo_netto - quantita * (SELECT costo FROM prodotti WHERE prodotti.id = prodotto_id)";
  switch (id) {
    case "fatturato":
      return `SELECT ${round("SUM(importo_netto)")} FROM righe_ordine${lines}`;
    case "quantita":
      return `SELECT SUM(quantita) FROM righe_ordine${lines}`;
    case "ordini":
      return `SELECT COUNT(*) FROM ordini WHERE id IN (SELECT ordine_id FROM righe_ordine${lines})`;
    case "clienti":
      return `SELECT COUNT(*) FROM clienti WHERE id IN (SELECT cliente_id FROM ordini WHERE id IN (SELECT ordine_id FROM righe_ordine${lines}))`;
    case "scontrino_medio":
      return `SELECT ${round("AVG(totale)")} FROM (SELECT SUM(importo_netto) AS totale FROM righe_ordine${lines} GROUP BY ordine_id)`;
    case "sconto_medio":
      return `SELECT ${round("100.0 * SUM(sconto) / COUNT(*)")} FROM righe_ordine${lines}`;
    case "margine":
      return `SELECT ${round(`SUM(${margin})`)} FROM righe_ordine${lines}`;
    case "margine_percentuale":
      return `SELECT ${round(`100.0 * SUM(${margin}) / SUM(importo_netto)`)} FROM righe_ordine${lines}`;
    case "tasso_resi":
      return `SELECT ${round(`100.0 * (SELECT SUM(quantita) FROM resi WHERE riga_id IN (SELECT id FROM righe_ordine${lines})) / SUM(quantita)`)} FROM righe_ordine${lines}`;
    case "numero_resi":
      return `SELECT COUNT(*) FROM resi${returnsWhere(filters)}`;
    case "valore_resi":
      return `SELECT ${round("SUM(importo)")} FROM resi${returnsWhere(filters)}`;
    case "quantita_resa":
      return `SELECT SUM(quantita) FROM resi${returnsWhere(filters)}`;
  }
}

const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
const isTime = (filter: Filter): boolean => filter.op !== "in";
const table = (filter: Filter): string => filter.column.split(".")[0] ?? "";
const bare = (filter: Filter): string => condition(filter, "data", filter.column.split(".")[1] ?? "");
const of = (filters: Filter[], name: string): string[] =>
  filters.filter((f) => !isTime(f) && table(f) === name).map(bare);

function linesWhere(filters: Filter[], withTime: boolean): string {
  const stores = of(filters, "negozi");
  const customers = of(filters, "clienti");
  const products = of(filters, "prodotti");
  const orders = [
    ...(withTime ? filters.filter(isTime).map(bare) : []),
    ...of(filters, "ordini"),
    ...(stores.length > 0 ? [`negozio_id IN (SELECT id FROM negozi${where(stores)})`] : []),
    ...(customers.length > 0 ? [`cliente_id IN (SELECT id FROM clienti${where(customers)})`] : []),
  ];
  return where([
    ...(orders.length > 0 ? [`ordine_id IN (SELECT id FROM ordini${where(orders)})`] : []),
    ...(products.length > 0 ? [`prodotto_id IN (SELECT id FROM prodotti${where(products)})`] : []),
  ]);
}

function returnsWhere(filters: Filter[]): string {
  const lines = linesWhere(filters, false);
  return where([
    ...filters.filter(isTime).map((filter) => condition(filter, "data_reso", "")),
    ...of(filters, "resi"),
    ...(lines === "" ? [] : [`riga_id IN (SELECT id FROM righe_ordine${lines})`]),
  ]);
}
