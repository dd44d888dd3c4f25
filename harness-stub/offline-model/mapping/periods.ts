import { ORDER_PERIOD } from "../../demo/catalogue.ts";
import type { Token } from "./tokens.ts";
import type { DimensionId, Filter, Text, Unmapped } from "./types.ts";

/** Months `from` to `to` (1 to 12) of a year, or of every year where `year` is null. */
interface Unit {
  kind: "anno" | "semestre" | "trimestre" | "mese";
  year: number | null;
  from: number;
  to: number;
  /** Words of the question it was read from: first and one past the last. */
  start: number;
  end: number;
}

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

const MONTHS: readonly (readonly string[])[] = [
  ["gennaio", "january", "jan", "gen"],
  ["febbraio", "february", "feb"],
  ["marzo", "march"],
  ["aprile", "april"],
  ["maggio", "may"],
  ["giugno", "june"],
  ["luglio", "july"],
  ["agosto", "august"],
  ["settembre", "september"],
  ["ottobre", "october"],
  ["novembre", "november"],
  ["dicembre", "december"],
];
const ORDINALS: Record<string, number> = {
  primo: 1,
  secondo: 2,
  terzo: 3,
  quarto: 4,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
};
const INSIDE = new Set("di del dell dello of the nel nell anno year in".split(" "));
const ARTICLES = new Set("il l lo la i the mese anno month year di of".split(" "));
const RANGE_START: Record<string, ReadonlySet<string>> = {
  da: new Set(["a", "ad", "al", "all"]),
  dal: new Set(["a", "ad", "al", "all"]),
  dall: new Set(["a", "ad", "al", "all"]),
  from: new Set(["to", "until", "till", "through"]),
  tra: new Set(["e", "ed"]),
  fra: new Set(["e", "ed"]),
  between: new Set(["and"]),
};
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

function readRange(tokens: readonly Token[], at: number): { first: Unit; second: Unit } | null {
  const ends = RANGE_START[tokens[at]?.text ?? ""];
  if (!ends) return null;
  const first = readUnit(tokens, skipArticles(tokens, at + 1));
  if (!first) return null;
  let middle = first.end;
  if (tokens[middle]?.text === "fino") middle++;
  if (!ends.has(tokens[middle]?.text ?? "")) return null;
  const second = readUnit(tokens, skipArticles(tokens, middle + 1));
  return second ? { first, second } : null;
}

function readUnit(tokens: readonly Token[], at: number): Unit | null {
  const word = tokens[at]?.text ?? "";
  const year = readYear(word);
  if (year !== null) return { kind: "anno", year, from: 1, to: 12, start: at, end: at + 1 };
  const month = MONTHS.findIndex((names) => names.includes(word)) + 1;
  if (month > 0) {
    const unit = withYear(tokens, { kind: "mese", year: null, from: month, to: month, start: at, end: at + 1 });
    // "may" is also a verb: only with a year is it the month.
    return word === "may" && unit.year === null ? null : unit;
  }
  const short = word.match(/^(?:([qths])([1-4])|([1-4])([qths]))$/);
  if (short) return part(tokens, (short[1] ?? short[4]) as string, Number(short[2] ?? short[3]), at, at + 1);
  const ordinal = ORDINALS[word];
  const noun = tokens[at + 1]?.text;
  if (ordinal && (noun === "trimestre" || noun === "quarter")) return part(tokens, "q", ordinal, at, at + 2);
  if (ordinal && (noun === "semestre" || noun === "half")) return part(tokens, "h", ordinal, at, at + 2);
  return null;
}

function part(tokens: readonly Token[], letter: string, index: number, start: number, end: number): Unit | null {
  if (letter === "h" || letter === "s") {
    if (index > 2) return null;
    return withYear(tokens, { kind: "semestre", year: null, from: index * 6 - 5, to: index * 6, start, end });
  }
  return withYear(tokens, { kind: "trimestre", year: null, from: index * 3 - 2, to: index * 3, start, end });
}

function withYear(tokens: readonly Token[], unit: Unit): Unit {
  let next = unit.end;
  while (INSIDE.has(tokens[next]?.text ?? "")) next++;
  const year = readYear(tokens[next]?.text ?? "");
  return year === null ? unit : { ...unit, year, end: next + 1 };
}

function wordBefore(tokens: readonly Token[], at: number): number | null {
  for (let i = at - 1; i >= 0; i--) if (!ARTICLES.has(tokens[i]?.text ?? "")) return i;
  return null;
}

function skipArticles(tokens: readonly Token[], at: number): number {
  let next = at;
  while (ARTICLES.has(tokens[next]?.text ?? "")) next++;
  return next;
}

const readYear = (word: string): number | null => (/^20\d\d$/.test(word) ? Number(word) : null);
const two = (month: number): string => String(month).padStart(2, "0");
const firstDay = (year: number, month: number): string => `${year}-${two(month)}-01`;
const lastDay = (year: number, month: number): string =>
  `${year}-${two(month)}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

function take(used: Set<number>, from: number, to: number): void {
  for (let i = from; i < to; i++) used.add(i);
}
