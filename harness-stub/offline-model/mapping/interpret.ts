import { readConditions } from "./conditions.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { languageOf } from "./language.ts";
import { MEASURES } from "./measures.ts";
import { readMeasures } from "./named-measures.ts";
import { ranksOf, readRanked, readRanking } from "./ranking.ts";
import { is, type Reading, refuse, startReading } from "./reading.ts";
import { readSplits, readTrend } from "./splits.ts";
import type { Filter, Mapping } from "./types.ts";

const SILENT = new Set(["stop", "link", "marker", "which", "period", "value"]);

/**
 * Links a question to the sample warehouse by rules. Every word has to be consumed by a phrase or be a function word;
 * what is left over goes to `unmapped`, and then there is no SQL: refusing is right where guessing would be wrong.
 */
export function interpret(question: string): Mapping {
  const reading = startReading(question);
  readSplits(reading);
  readRanked(reading);
  readMeasures(reading);
  readTrend(reading);
  const filters = readConditions(reading, ranksOf(reading).length > 0);
  const { order, limit } = readRanking(reading);
  checkMeasures(reading, filters);
  collectUnread(reading);
  return {
    question,
    language: languageOf(question),
    measures: reading.measures,
    dimensions: reading.dimensions,
    filters,
    order,
    limit,
    unmapped: reading.unmapped,
    assumptions: reading.assumptions,
  };
}

/** True when the question has been understood whole and can become SQL. */
export const isAnswerable = (mapping: Mapping): boolean => mapping.unmapped.length === 0 && mapping.measures.length > 0;

function checkMeasures(reading: Reading, filters: Filter[]): void {
  if (reading.measures.length === 0) {
    refuse(
      reading,
      "misura",
      "manca la misura: che cosa contare o sommare",
      "the measure is missing: what to count or sum",
    );
  }
  const onlyReturns = [...reading.dimensions.filter((id) => !DIMENSIONS[id].families.includes("sales"))];
  const filtered = filters.some((filter) => filter.column === DIMENSIONS.motivo.column);
  const sales = reading.measures.filter((id) => MEASURES[id].family === "sales");
  if (sales.length > 0 && (onlyReturns.length > 0 || filtered)) {
    refuse(
      reading,
      sales.map((id) => MEASURES[id].label.it).join(", "),
      "il motivo vale solo per i resi, non per le vendite",
      "a reason belongs to returns only, not to sales",
    );
  }
  if (reading.measures.some((id) => MEASURES[id].family === "returns") && reading.periods.filters.length > 0) {
    reading.assumptions.push({
      it: "I periodi dei resi si riferiscono alla data del reso.",
      en: "Periods of returns refer to the date of the return.",
    });
  }
}

function collectUnread(reading: Reading): void {
  let run: string[] = [];
  const flush = (): void => {
    if (run.length > 0) {
      refuse(reading, run.join(" "), "parole che non so collegare al DWH", "words that I cannot link to the warehouse");
    }
    run = [];
  };
  for (const item of reading.items) {
    if (item.used || SILENT.has(item.kind) || is(item, "trend")) flush();
    else run.push(...reading.tokens.slice(item.from, item.to).map((token) => token.raw));
  }
  flush();
}
