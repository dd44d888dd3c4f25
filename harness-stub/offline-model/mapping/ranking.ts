import { DIMENSIONS } from "./dimensions.ts";
import { addDimension, is, neighbour, type Of, type Reading, rawOf, refuse, textOf } from "./reading.ts";
import type { MeasureId, Order } from "./types.ts";

const FEW: ReadonlySet<string> = new Set([
  "piu",
  "meno",
  "most",
  "the most",
  "least",
  "the least",
  "fewest",
  "the fewest",
]);
const THAN = new Set(["di", "of", "che", "than"]);
const PLURAL_ARTICLES = new Set(["le", "i", "gli"]);
// Ranks that say nothing of good or bad.
const NEUTRAL = new Set(["top", "classifica", "graduatoria", "ranking"]);
// Whether a shop with many returns or big discounts is good or bad, the question has to say.
const NO_BEST: ReadonlySet<MeasureId> = new Set([
  "sconto_medio",
  "numero_resi",
  "valore_resi",
  "quantita_resa",
  "tasso_resi",
] as const);

export interface Ranking {
  order: Order | null;
  limit: number | null;
}

type Rank = Of<"rank"> | Of<"sell">;

/** The items that rank: `top`, `più alto`, `peggiori`, `best-selling` … */
export const ranksOf = (reading: Reading): Rank[] =>
  reading.items.filter((item): item is Rank => is(item, "rank") || (is(item, "sell") && item.direction !== null));

/** The one noun that no rule has read yet; null when there are none or several. */
export function soleNoun(reading: Reading): (Of<"noun"> & { at: number }) | null {
  const free = reading.items.flatMap((item, at) => (is(item, "noun") && !item.used ? [{ ...item, at }] : []));
  return free.length === 1 ? (free[0] ?? null) : null;
}

/** Finds what is ranked. Has to run before the measures are read: a verb's measure depends on it. */
export function readRanked(reading: Reading): void {
  const [rank] = ranksOf(reading);
  if (!rank || reading.ranked) return;
  const noun = soleNoun(reading);
  if (noun) {
    const item = reading.items[noun.at];
    if (item) item.used = true;
    addDimension(reading, noun.dimension);
    const article = leadingWord(reading, noun.at);
    reading.ranked = {
      dimension: noun.dimension,
      plural: noun.plural || PLURAL_ARTICLES.has(article),
      at: noun.at,
    };
    return;
  }
  // "i negozi di Milano con più ordini": the noun that names the members' kind is what is ranked.
  const labels = reading.items.flatMap((item, at) => (is(item, "noun") && item.label === "kind" ? [{ item, at }] : []));
  const [label] = labels;
  if (label && labels.length === 1 && reading.dimensions.length === 0 && is(label.item, "noun")) {
    addDimension(reading, label.item.dimension);
    const plural = label.item.plural || PLURAL_ARTICLES.has(leadingWord(reading, label.at));
    reading.ranked = { dimension: label.item.dimension, plural, at: label.at };
    return;
  }
  // "fatturato per negozio, i migliori 5": the split named before is what is ranked.
  const [only] = reading.dimensions;
  const lastNoun = reading.items.findLastIndex((item) => is(item, "noun") && item.dimension === only);
  if (reading.dimensions.length === 1 && only && lastNoun >= 0 && lastNoun < reading.items.indexOf(rank)) {
    reading.ranked = { dimension: only, plural: true, at: lastNoun };
  }
}

function leadingWord(reading: Reading, at: number): string {
  let i = at - 1;
  while (is(reading.items[i], "number") || is(reading.items[i], "rank")) i--;
  const item = reading.items[i];
  return item ? textOf(reading, item) : "";
}

/** Order and limit, once measures and ranked dimension are known. What does not fit is left unread or refused. */
export function readRanking(reading: Reading): Ranking {
  const ranks = ranksOf(reading);
  if (ranks.length === 0) return readSorted(reading);
  const directions = new Set(ranks.map((rank) => rank.direction));
  if (directions.size > 1 || !ranks.every((rank) => fits(reading, rank))) return { order: null, limit: null };
  const by = rankedMeasure(reading, ranks);
  if (!by) {
    refuse(
      reading,
      ranks.map((rank) => rawOf(reading, rank)).join(", "),
      "non è chiaro per quale misura ordinare",
      "it is not clear which measure to rank by",
    );
    return { order: null, limit: null };
  }
  for (const rank of ranks) rank.used = true;
  if (!isSound(reading, ranks, by)) return { order: null, limit: null };
  const direction = ranks[0]?.direction ?? "desc";
  return { order: { by, direction }, limit: readLimit(reading, ranks) };
}

function readSorted(reading: Reading): Ranking {
  const sorted = reading.items.find((item) => is(item, "sorted"));
  const [by] = reading.measures;
  if (!sorted || !by || reading.measures.length > 1 || reading.dimensions.length === 0)
    return { order: null, limit: null };
  sorted.used = true;
  return { order: { by, direction: sorted.direction }, limit: null };
}

// "più di 100", "most of": a threshold or a share, not a ranking. A bare "più" needs its measure or its verb.
function fits(reading: Reading, rank: Rank): boolean {
  if (!is(rank, "rank") || rank.quality) return true;
  const at = reading.items.indexOf(rank);
  const after = reading.tokens[rank.to]?.text ?? "";
  const next = neighbour(reading, at, 1)?.item;
  const previous = neighbour(reading, at, -1)?.item;
  const word = textOf(reading, rank);
  // "vendono di più dei negozi di Roma" compares; only at the end of its clause does "di più" rank.
  if (word === "di piu" || word === "di meno")
    return is(previous, "sell") && !THAN.has(after) && !/^de[il]/.test(after);
  if (THAN.has(after)) return false;
  if (!FEW.has(word)) return is(next, "measure") || is(previous, "measure") || is(next, "noun");
  return is(next, "measure") || is(next, "sell") || is(previous, "sell");
}

function rankedMeasure(reading: Reading, ranks: Rank[]): MeasureId | null {
  const [only] = reading.measures;
  if (reading.measures.length === 1 && only) return only;
  const candidates = new Set<MeasureId>();
  for (const rank of ranks) {
    const at = reading.items.indexOf(rank);
    const next = neighbour(reading, at, 1)?.item;
    const previous = neighbour(reading, at, -1)?.item;
    if (is(next, "measure")) candidates.add(next.measure);
    else if (is(previous, "measure") && is(rank, "rank") && !rank.quality) candidates.add(previous.measure);
  }
  if (candidates.size === 0) {
    for (const [at, item] of reading.items.entries()) {
      const next = neighbour(reading, at, 1)?.item;
      if (is(item, "marker") && is(next, "measure")) candidates.add(next.measure);
    }
  }
  const [first] = candidates;
  return candidates.size === 1 && first ? first : null;
}

function isSound(reading: Reading, ranks: Rank[], by: MeasureId): boolean {
  const words = ranks.map((rank) => rawOf(reading, rank)).join(", ");
  const quality = ranks.some((rank) => is(rank, "rank") && rank.quality && !NEUTRAL.has(textOf(reading, rank)));
  if (!reading.ranked) {
    refuse(reading, words, "manca che cosa mettere in classifica", "what to rank is missing");
    return false;
  }
  const { dimension } = reading.ranked;
  if (reading.items.some((item) => is(item, "value") && item.value.dimension === dimension)) {
    refuse(
      reading,
      words,
      "una classifica e un suo membro insieme: è un confronto, che non so fare",
      "a ranking and one of its members together: a comparison, which I cannot make",
    );
    return false;
  }
  if (reading.dimensions.length > 1) {
    refuse(
      reading,
      words,
      "una classifica dentro ogni gruppo non la so fare: chiedi un gruppo alla volta",
      "a ranking inside each group is beyond me: ask for one group at a time",
    );
    return false;
  }
  if (quality && NO_BEST.has(by)) {
    refuse(
      reading,
      words,
      "di’ «più alto» o «più basso»: per questa misura «migliore» è ambiguo",
      "say “highest” or “lowest”: for this measure “best” is ambiguous",
    );
    return false;
  }
  if (DIMENSIONS[dimension].time && ranks.some((rank) => /^prim[ie]$/.test(textOf(reading, rank)))) {
    refuse(reading, words, "i primi di un periodo, o i più alti?", "the first of a period, or the highest?");
    return false;
  }
  return true;
}

function readLimit(reading: Reading, ranks: Rank[]): number | null {
  const places = [reading.ranked?.at ?? -1, ...ranks.map((rank) => reading.items.indexOf(rank))];
  for (const place of places) {
    for (const step of [-1, 1] as const) {
      const found = neighbour(reading, place, step);
      // After the noun a number is a quantity of something else: "prodotti 5".
      if (!found || !is(found.item, "number") || (place === reading.ranked?.at && step === 1)) continue;
      found.item.used = true;
      return found.item.number;
    }
  }
  return reading.ranked?.plural ? null : 1;
}
