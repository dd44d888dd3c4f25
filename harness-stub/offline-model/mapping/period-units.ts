import type { Token } from "./tokens.ts";

/** Months `from` to `to` (1 to 12) of a year, or of every year where `year` is null. */
export interface Unit {
  kind: "anno" | "semestre" | "trimestre" | "mese";
  year: number | null;
  from: number;
  to: number;
  /** Words of the question it was read from: first and one past the last. */
  start: number;
  end: number;
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
/** A range that begins at this word: `da marzo a giugno 2025`, `between 2024 and 2025`. */
export function readRange(tokens: readonly Token[], at: number): { first: Unit; second: Unit } | null {
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

/** A year, month, quarter or half that begins at this word, with its year where one follows. */
export function readUnit(tokens: readonly Token[], at: number): Unit | null {
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

/** Index of the word before a period, articles left out; null at the beginning. */
export function wordBefore(tokens: readonly Token[], at: number): number | null {
  for (let i = at - 1; i >= 0; i--) if (!ARTICLES.has(tokens[i]?.text ?? "")) return i;
  return null;
}

function skipArticles(tokens: readonly Token[], at: number): number {
  let next = at;
  while (ARTICLES.has(tokens[next]?.text ?? "")) next++;
  return next;
}

const readYear = (word: string): number | null => (/^20\d\d$/.test(word) ? Number(word) : null);
