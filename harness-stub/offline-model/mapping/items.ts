import { DIMENSIONS } from "./dimensions.ts";
import { MEASURES } from "./measures.ts";
import { phraseKey, type Token } from "./tokens.ts";
import type { DimensionId, MeasureId } from "./types.ts";
import { type Value, valuePhrases } from "./values.ts";

/** What a run of words of the question is, before the rules decide what it does there. */
export type Meaning =
  | { kind: "measure"; measure: MeasureId }
  | { kind: "noun"; dimension: DimensionId; plural: boolean; label?: "member" | "kind" | "unclear" }
  | { kind: "split"; dimension: DimensionId }
  | { kind: "value"; value: Value }
  | { kind: "marker" }
  | { kind: "which"; plural: boolean | null }
  | { kind: "rank"; direction: "asc" | "desc"; quality: boolean }
  | { kind: "sorted"; direction: "asc" | "desc" }
  | { kind: "sell"; direction: "desc" | null }
  | { kind: "count" }
  | { kind: "number"; number: number }
  | { kind: "trend" }
  | { kind: "compare" }
  | { kind: "link" }
  | { kind: "stop" }
  | { kind: "period" }
  | { kind: "word" };

export type Item = Meaning & { from: number; to: number; used: boolean };

const words = (text: string): string[] => text.split("|");

const MARKERS = words(
  "per|by|ogni|ciascun|ciascuno|ciascuna|each|every|per ogni|per ciascun|per ciascuno|per ciascuna|per singolo|per singola|in ogni|in ciascun|in ciascuna|for each|for every|in each|in every|diviso per|divisa per|divisi per|divise per|suddiviso per|suddivisa per|suddivisi per|suddivise per|ripartito per|ripartita per|ripartiti per|ripartite per|raggruppato per|raggruppata per|raggruppati per|raggruppate per|distinto per|distinta per|distinti per|split by|broken down by|grouped by|divided by|a livello di|across",
);
const WHICH: [string, boolean | null][] = [
  ["quale", false],
  ["qual", false],
  ["quali", true],
  ["which", null],
  ["what", null],
  ["chi", null],
  ["who", null],
];
const QUALITY_HIGH = words(
  "top|migliori|migliore|miglior|best|primi|prime|top performing|best performing|classifica|graduatoria|ranking",
);
const QUALITY_LOW = words("bottom|peggiori|peggiore|worst|worst performing");
const DEGREE_HIGH = words(
  "piu alto|piu alta|piu alti|piu alte|piu elevato|piu elevata|piu elevati|piu elevate|maggiore|maggiori|maggior|piu|massimo|massima|highest|most|the most|largest|biggest|greatest|di piu",
);
const DEGREE_LOW = words(
  "piu basso|piu bassa|piu bassi|piu basse|minore|minori|minor|meno|minimo|minima|lowest|least|the least|fewest|the fewest|smallest|di meno",
);
const SORTED_DOWN = words(
  "dal piu alto al piu basso|dalla piu alta alla piu bassa|in ordine decrescente|decrescente|in descending order|descending|from highest to lowest|highest first",
);
const SORTED_UP = words(
  "dal piu basso al piu alto|dalla piu bassa alla piu alta|in ordine crescente|crescente|in ascending order|ascending|from lowest to highest|lowest first",
);
const SELL = words(
  "vende|vendono|venduto|venduti|venduta|vendute|vendiamo|sold|sell|sells|selling|speso|spende|spendono|spent|spend|spends|incassa|incassano",
);
const BEST_SELLING = words("best selling|top selling|bestselling|best sellers|best seller|bestseller|bestsellers");
const COUNT = words("quanti|quante|how many");
const TREND = words("andamento|trend|evoluzione|nel tempo|over time|storico");
const COMPARE = words(
  "confronta|confronto|confrontare|confronto tra|compare|comparison|comparing|vs|versus|contro|rispetto a|rispetto al|rispetto alla|rispetto ai|compared to|compared with|against|a confronto",
);
const LINK = words("e|ed|and|o|od|oppure|or|ma anche");
const NUMBERS: Record<string, number> = {
  due: 2,
  tre: 3,
  quattro: 4,
  cinque: 5,
  sei: 6,
  sette: 7,
  otto: 8,
  nove: 9,
  dieci: 10,
  venti: 20,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
};
// Words that carry no condition of their own. Everything else a question holds has to be understood.
const STOP = words(
  [
    "il|lo|la|i|gli|le|l|un|uno|una|di|del|dello|della|dell|dei|degli|delle|d|a|ad|al|allo|alla|all|ai|agli|alle|da|dal|dallo|dalla|dall|dai|dagli|dalle|in|nel|nello|nella|nell|nei|negli|nelle|con|su|sul|sullo|sulla|sull|sui|sugli|sulle|tra|fra|che|ci|c|si|ne|mi|me|noi",
    "sono|andato|andata|andati|andate|era|erano|stato|stata|stati|state|ha|hanno|abbiamo|avuto|avuta|avuti|fatto|fatta|fatti|fatte|fanno|fa|registrato|registrati|registrata|generato|generano|genera|realizzato|realizzati|ottenuto|acquistato|acquistano|acquistati|comprato|comprano|effettuato|effettuati",
    "mostra|mostrami|mostrare|dammi|dimmi|vorrei|voglio|sapere|vedere|conoscere|elenca|elencami|calcola|calcolami|estrai|puoi|quanto|quanta|quant|come|va|totale|totali|complessivo|complessiva|complessivi|complessivamente|tutto|tutti|tutte|nostro|nostra|nostri|nostre|nel corso del|nel corso dell|durante|italia|in italia|per favore|anche",
    "the|an|of|for|at|on|to|from|with|is|are|was|were|be|been|do|does|did|has|have|had|we|our|us|it|its|s|there|show|give|tell|list|calculate|compute|get|find|want|would|like|need|see|know|please|can|you|that|how|much|total|totals|overall|all|made|make|makes|buy|buys|bought|purchased|placed|during|italy|in italy|and also|also|my|generated|generate",
  ].join("|"),
);

const index = buildIndex();
const longest = Math.max(...[...index.keys()].map((key) => key.split(" ").length));

function buildIndex(): Map<string, Meaning> {
  const map = new Map<string, Meaning>();
  const add = (phrase: string, meaning: Meaning): void => {
    const key = phraseKey(phrase);
    const other = map.get(key);
    if (other && JSON.stringify(other) !== JSON.stringify(meaning)) throw new Error(`Two meanings for "${key}".`);
    map.set(key, meaning);
  };
  const addAll = (list: readonly string[], meaning: Meaning): void => {
    for (const phrase of list) add(phrase, meaning);
  };
  for (const [measure, { phrases }] of Object.entries(MEASURES)) {
    addAll(phrases, { kind: "measure", measure: measure as MeasureId });
  }
  for (const [id, dimension] of Object.entries(DIMENSIONS)) {
    addAll(dimension.singular, { kind: "noun", dimension: id as DimensionId, plural: false });
    addAll(dimension.plural, { kind: "noun", dimension: id as DimensionId, plural: true });
    addAll(dimension.adjectives ?? [], { kind: "split", dimension: id as DimensionId });
  }
  for (const [phrase, value] of valuePhrases()) add(phrase, { kind: "value", value });
  addAll(MARKERS, { kind: "marker" });
  for (const [word, plural] of WHICH) add(word, { kind: "which", plural });
  addAll(QUALITY_HIGH, { kind: "rank", direction: "desc", quality: true });
  addAll(QUALITY_LOW, { kind: "rank", direction: "asc", quality: true });
  addAll(DEGREE_HIGH, { kind: "rank", direction: "desc", quality: false });
  addAll(DEGREE_LOW, { kind: "rank", direction: "asc", quality: false });
  addAll(SORTED_DOWN, { kind: "sorted", direction: "desc" });
  addAll(SORTED_UP, { kind: "sorted", direction: "asc" });
  addAll(SELL, { kind: "sell", direction: null });
  addAll(BEST_SELLING, { kind: "sell", direction: "desc" });
  addAll(COUNT, { kind: "count" });
  addAll(TREND, { kind: "trend" });
  addAll(COMPARE, { kind: "compare" });
  addAll(LINK, { kind: "link" });
  addAll(STOP, { kind: "stop" });
  for (const [word, number] of Object.entries(NUMBERS)) add(word, { kind: "number", number });
  return map;
}

/** Cuts the words into items, the longest known phrase first at each place. `periods` are words already read as time. */
export function readItems(tokens: readonly Token[], periods: ReadonlySet<number>): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const item = periods.has(at) ? periodAt(at, periods) : phraseAt(tokens, at, periods);
    items.push(item);
    at = item.to;
  }
  return items;
}

function periodAt(from: number, periods: ReadonlySet<number>): Item {
  let to = from;
  while (periods.has(to)) to++;
  return { kind: "period", from, to, used: true };
}

function phraseAt(tokens: readonly Token[], from: number, periods: ReadonlySet<number>): Item {
  for (let length = Math.min(longest, tokens.length - from); length > 0; length--) {
    const slice = tokens.slice(from, from + length);
    if (slice.some((token, i) => periods.has(from + i) || (token.comma && i < length - 1))) continue;
    const meaning = index.get(slice.map((token) => token.text).join(" "));
    if (meaning) return { ...meaning, from, to: from + length, used: false };
  }
  const text = tokens[from]?.text ?? "";
  const number = /^\d{1,3}$/.test(text) ? Number(text) : null;
  if (number !== null && number > 0) return { kind: "number", number, from, to: from + 1, used: false };
  return { kind: "word", from, to: from + 1, used: false };
}
