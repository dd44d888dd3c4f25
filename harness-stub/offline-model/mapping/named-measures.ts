import { MEASURES } from "./measures.ts";
import { ranksOf, soleNoun } from "./ranking.ts";
import { commaBefore, is, neighbour, type Of, type Reading, rawOf, refuse, textOf } from "./reading.ts";
import type { MeasureId } from "./types.ts";

const MERE_NOUNS = new Set(["ordini", "orders", "vendite", "sales"]);

/** Reads the measures a question names, and settles on one where a verb or a ranking implies it. */
export function readMeasures(reading: Reading): void {
  for (const [at, item] of reading.items.entries()) {
    if (!is(item, "measure")) continue;
    item.used = true;
    if (isMereNoun(reading, at, item)) continue;
    if (!reading.measures.includes(item.measure)) reading.measures.push(item.measure);
    refuseRatio(reading, at, item);
  }
  readCounts(reading);
  const sells = reading.items.filter((item) => is(item, "sell"));
  for (const item of sells) item.used = true;
  if (reading.measures.length > 0) return;
  const ranks = ranksOf(reading);
  if (sells.length > 0) assumeSales(reading, ranks.length > 0);
  else if (ranks.some((rank) => is(rank, "rank") && rank.quality)) assume(reading, "fatturato");
}

// "lo scontrino medio degli ordini online": there the orders are what is measured, not a second measure.
function isMereNoun(reading: Reading, at: number, item: Of<"measure">): boolean {
  if (reading.measures.length === 0 || !MERE_NOUNS.has(textOf(reading, item))) return false;
  const before = neighbour(reading, at, -1)?.item;
  return !is(before, "link") && !is(before, "rank") && !is(before, "marker") && !commaBefore(reading, item);
}

// "margine sul fatturato" is a ratio, not two columns.
function refuseRatio(reading: Reading, at: number, item: Of<"measure">): void {
  const next = neighbour(reading, at, 1);
  if (!next) return;
  const target = is(next.item, "marker") ? neighbour(reading, next.at, 1)?.item : next.item;
  if (!is(target, "measure")) return;
  const between = reading.tokens.slice(item.to, target.from).map((token) => token.text);
  if (!between.some((word) => /^(su|sul|sull|sulla|sulle|sui|on|over|per|by|for|che)$/.test(word))) return;
  refuse(
    reading,
    `${rawOf(reading, item)} ${between.join(" ")} ${rawOf(reading, target)}`,
    "un rapporto tra due misure che non conosco",
    "a ratio of two measures that I do not know",
  );
}

// "Quanti televisori abbiamo venduto": pieces of that product.
function readCounts(reading: Reading): void {
  for (const [at, item] of reading.items.entries()) {
    if (!is(item, "count")) continue;
    const next = neighbour(reading, at, 1)?.item;
    if (!is(next, "value") || next.value.dimension !== "prodotto") continue;
    item.used = true;
    if (reading.measures.length === 0) assume(reading, "quantita");
  }
}

function assumeSales(reading: Reading, ranking: boolean): void {
  const pieces = ["prodotto", "marca", "categoria"];
  const subject = reading.ranked?.dimension ?? soleNoun(reading)?.dimension;
  const money = reading.items.some((item) => is(item, "sell") && /^(spe|incass)/.test(textOf(reading, item)));
  assume(reading, ranking && !money && subject && pieces.includes(subject) ? "quantita" : "fatturato");
}

function assume(reading: Reading, measure: MeasureId): void {
  reading.measures.push(measure);
  const { label } = MEASURES[measure];
  reading.assumptions.push({
    it: `La misura non è nominata: uso «${label.it}».`,
    en: `No measure is named: I use “${label.en}”.`,
  });
}
