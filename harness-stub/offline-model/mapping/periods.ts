import { ORDER_PERIOD } from "../../demo/catalogue.ts";
import { readRange, readUnit, type Unit, wordBefore } from "./period-units.ts";
import type { Token } from "./tokens.ts";
import type { DimensionId, Filter, Text, Unmapped } from "./types.ts";

interface Span {
  first: string;
  last: string;
}

export interface Periods {
  /** Indices of the words that were read as periods. */
  used: Set<number>;
  filters: Filter[];
  /** The split that several named periods ask for, one row each; null for one period or a range. */
  split: DimensionId | null;
  unmapped: Unmapped[];
  assumptions: Text[];
}

// A period after one of these is open or excluded, which none of the conditions here can say.
const ONE_SIDED = new Set(
  "dal dall da since from dopo prima after before entro fino until till through tra fra between".split(" "),
);

/** Reads years, months, quarters and halves, alone, listed (`2024 e 2025`) or as a range (`da marzo a giugno 2025`). */
export function readPeriods(tokens: readonly Token[]): Periods {
  const result: Periods = { used: new Set(), filters: [], split: null, unmapped: [], assumptions: [] };
  const listed: Unit[] = [];
  const ranges: [Unit, Unit][] = [];
  for (let i = 0; i < tokens.length; i++) {
    const range = readRange(tokens, i);
    if (range) {
      ranges.push([range.first, range.second]);
      take(result.used, i, range.second.end);
      i = range.second.end - 1;
      continue;
    }
    const unit = readUnit(tokens, i);
    if (!unit) continue;
    const before = wordBefore(tokens, i);
    if (before !== null && ONE_SIDED.has(tokens[before]?.text ?? "")) {
      take(result.used, before, unit.end);
      const words = tokens.slice(before, unit.end).map((token) => token.raw);
      result.unmapped.push({
        words: words.join(" "),
        reason: {
          it: "un periodo aperto: indica un inizio e una fine, per esempio «da gennaio a giugno 2025»",
          en: "an open period: name a beginning and an end, such as “from January to June 2025”",
        },
      });
    } else {
      listed.push(unit);
      take(result.used, i, unit.end);
    }
    i = unit.end - 1;
  }
  if (ranges.length > 1 || (ranges.length === 1 && listed.some((unit) => unit.kind !== "anno"))) {
    result.unmapped.push({
      words: "periodo",
      reason: { it: "più periodi che non so combinare", en: "several periods that I cannot combine" },
    });
    return result;
  }
  const years = listed.filter((unit) => unit.kind === "anno").map((unit) => unit.year as number);
  if (ranges[0]) addRange(result, ranges[0], years);
  else if (listed.length > 0) addListed(result, listed, years);
  return result;
}

function addRange(result: Periods, [from, to]: [Unit, Unit], years: number[]): void {
  const only = years.length === 1 ? (years[0] as number) : null;
  const endYear = to.year ?? only;
  const startYear = from.year ?? endYear;
  if (startYear === null || endYear === null) {
    if (startYear === endYear && from.from <= to.to) addYearlessMonths(result, from.from, to.to);
    else refuseRange(result);
    return;
  }
  const span = { first: firstDay(startYear, from.from), last: lastDay(endYear, to.to) };
  if (span.first > span.last) refuseRange(result);
  else addSpans(result, [span]);
}

function addYearlessMonths(result: Periods, from: number, to: number): void {
  const value = Array.from({ length: to - from + 1 }, (_, i) => two(from + i));
  result.filters.push({ column: "ordini.data", op: "month_in", value });
  everyYear(result);
}

function refuseRange(result: Periods): void {
  result.unmapped.push({
    words: "periodo",
    reason: { it: "l'intervallo finisce prima di cominciare", en: "the range ends before it begins" },
  });
}

function addListed(result: Periods, listed: Unit[], years: number[]): void {
  const parts = listed.filter((unit) => unit.kind !== "anno");
  if (parts.length === 0) {
    addSpans(
      result,
      unique(years).map((year) => ({ first: firstDay(year, 1), last: lastDay(year, 12) })),
    );
    if (unique(years).length > 1) result.split = "anno";
    return;
  }
  inheritYears(parts);
  const spans: Span[] = [];
  const yearless: number[] = [];
  for (const part of parts) {
    const its = part.year === null ? unique(years) : [part.year];
    for (const year of its) spans.push({ first: firstDay(year, part.from), last: lastDay(year, part.to) });
    if (its.length === 0) for (let month = part.from; month <= part.to; month++) yearless.push(month);
  }
  if (yearless.length > 0 && spans.length > 0) {
    result.unmapped.push({
      words: "periodo",
      reason: { it: "alcuni mesi hanno l'anno e altri no", en: "some months have a year and others have not" },
    });
    return;
  }
  if (yearless.length > 0) {
    result.filters.push({
      column: "ordini.data",
      op: "month_in",
      value: unique(yearless)
        .sort((a, b) => a - b)
        .map(two),
    });
    everyYear(result);
  } else addSpans(result, spans);
  const rows = yearless.length > 0 ? parts.length : spans.length;
  if (rows > 1) result.split = parts.every((part) => part.kind === "trimestre") ? "trimestre" : "mese";
  if (rows > 1 && parts.some((part) => part.kind === "semestre")) {
    result.unmapped.push({
      words: "semestre",
      reason: { it: "so usare un solo semestre alla volta", en: "I can use one half-year at a time" },
    });
  }
}

// "gennaio e febbraio 2025": a part without a year takes the year of the next part that has one.
function inheritYears(parts: Unit[]): void {
  let year: number | null = null;
  for (const part of parts.toReversed()) {
    if (part.year === null) part.year = year;
    year = part.year;
  }
}

function addSpans(result: Periods, spans: Span[]): void {
  const sorted = spans.toSorted((a, b) => a.first.localeCompare(b.first));
  for (const span of sorted) {
    if (span.last >= ORDER_PERIOD.first && span.first <= ORDER_PERIOD.last) continue;
    result.unmapped.push({
      words: span.first.slice(0, 7),
      reason: {
        it: `fuori dal periodo dei dati (da ${ORDER_PERIOD.first} a ${ORDER_PERIOD.last})`,
        en: `outside the period of the data (${ORDER_PERIOD.first} to ${ORDER_PERIOD.last})`,
      },
    });
  }
  const merged: [string, string][] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && dayAfter(last[1]) >= span.first) {
      // ISO days are compared as text.
      if (span.last > last[1]) last[1] = span.last;
    } else merged.push([span.first, span.last]);
  }
  const [only] = merged;
  if (merged.length === 1 && only) result.filters.push({ column: "ordini.data", op: "between", value: only });
  else result.filters.push({ column: "ordini.data", op: "between_any", value: merged });
  if (sorted.some((span) => span.first <= ORDER_PERIOD.last && span.last > ORDER_PERIOD.last)) {
    result.assumptions.push({
      it: `I dati finiscono il ${ORDER_PERIOD.last}: l'ultimo periodo è parziale.`,
      en: `The data ends on ${ORDER_PERIOD.last}: the last period is partial.`,
    });
  }
}

function everyYear(result: Periods): void {
  result.assumptions.push({
    it: "L'anno non è indicato: i mesi valgono per tutti gli anni presenti.",
    en: "No year is named: the months are taken in every year of the data.",
  });
}

const two = (month: number): string => String(month).padStart(2, "0");
const firstDay = (year: number, month: number): string => `${year}-${two(month)}-01`;
const lastDay = (year: number, month: number): string =>
  `${year}-${two(month)}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

function take(used: Set<number>, from: number, to: number): void {
  for (let i = from; i < to; i++) used.add(i);
}
