import { DIMENSIONS } from "./dimensions.ts";
import { addDimension, commaBefore, is, neighbour, type Of, type Reading, refuse, textOf } from "./reading.ts";
import type { DimensionId } from "./types.ts";

// Members that a noun can stand beside as their plain name: "negozi di Milano", "Aurora products".
const NAMES: Record<DimensionId, readonly DimensionId[]> = {
  area: ["area"],
  regione: ["regione", "area"],
  citta: ["citta", "regione", "area"],
  negozio: ["negozio", "citta", "regione", "area", "formato"],
  formato: ["formato"],
  categoria: ["categoria"],
  prodotto: ["prodotto", "categoria", "marca"],
  marca: ["marca"],
  segmento: ["segmento"],
  cliente: ["segmento", "citta", "regione"],
  regione_cliente: ["regione"],
  citta_cliente: ["citta"],
  canale: ["canale"],
  giorno: [],
  mese: [],
  trimestre: [],
  anno: [],
  motivo: ["motivo"],
};

/**
 * Decides what each noun of a dimension does. It splits the result only after `per`, `by`, `ogni`, `each` or a
 * question word; beside a member it merely names it; anything else is left for the ranking, or for refusal.
 */
export function readSplits(reading: Reading): void {
  for (const [at, item] of reading.items.entries()) {
    if (is(item, "marker")) readMarker(reading, at);
    else if (is(item, "which")) readWhich(reading, at, item);
    else if (is(item, "split")) {
      item.used = true;
      addDimension(reading, item.dimension);
    }
  }
  for (const [at, item] of reading.items.entries()) {
    if (is(item, "noun") && !item.used && isLabel(reading, at, item)) item.used = true;
  }
}

function readMarker(reading: Reading, at: number): void {
  const marker = reading.items[at];
  if (!marker) return;
  marker.used = true;
  if (textOf(reading, marker) === "by" && is(reading.items[at + 1], "period")) {
    refuse(reading, "by", "«by» con una data vuol dire «entro»", "“by” with a date means up to it");
  }
  readNouns(reading, at, (noun) => addDimension(reading, noun.dimension));
}

function readWhich(reading: Reading, at: number, which: Of<"which">): void {
  which.used = true;
  let place = at;
  for (;;) {
    const next = neighbour(reading, place, 1);
    if (!next) return;
    if (!is(next.item, "rank") && !is(next.item, "number")) break;
    place = next.at;
  }
  readNouns(reading, place, (noun, nounAt) => {
    addDimension(reading, noun.dimension);
    reading.ranked ??= { dimension: noun.dimension, plural: which.plural ?? noun.plural, at: nounAt };
  });
}

/** The noun after `at`, and those listed with it: `per regione, categoria e anno`. */
function readNouns(reading: Reading, at: number, found: (noun: Of<"noun">, at: number) => void): void {
  let next = neighbour(reading, at, 1);
  while (next && is(next.item, "noun") && !next.item.used) {
    const noun = next.item;
    const beside = reading.items[next.at + 1];
    if (is(beside, "value") && beside.value.dimension === noun.dimension) {
      noun.used = true; // "per la regione Lombardia" names a member and splits nothing
      return;
    }
    // "per prodotti Aurora" could split or select: left unread, so that it is refused.
    if (is(beside, "value") && NAMES[noun.dimension].includes(beside.value.dimension)) {
      noun.label = "unclear";
      return;
    }
    noun.used = true;
    found(noun, next.at);
    next = listed(reading, next.at);
  }
}

function listed(reading: Reading, at: number): ReturnType<typeof neighbour> {
  const next = neighbour(reading, at, 1);
  if (!next) return null;
  if (is(next.item, "link")) return neighbour(reading, next.at, 1);
  return is(next.item, "noun") && commaBefore(reading, next.item) ? next : null;
}

function isLabel(reading: Reading, at: number, noun: Of<"noun">): boolean {
  const next = neighbour(reading, at, 1)?.item;
  const before = reading.items[at - 1];
  // After "top", "migliori" or a number the noun is what is ranked, whatever follows.
  if (noun.label === "unclear" || is(before, "rank") || is(before, "number")) return false;
  if (DIMENSIONS[noun.dimension].time) return is(next, "period");
  const member = [next, before].find(
    (item) => is(item, "value") && NAMES[noun.dimension].includes(item.value.dimension),
  );
  if (!is(member, "value")) return false;
  noun.label = member.value.dimension === noun.dimension ? "member" : "kind";
  return true;
}

/** `andamento`, `trend`: by month, unless the question names another step of time. */
export function readTrend(reading: Reading): void {
  for (const item of reading.items) {
    if (!is(item, "trend")) continue;
    item.used = true;
    if (reading.dimensions.some((dimension) => DIMENSIONS[dimension].time)) continue;
    reading.dimensions.unshift("mese");
    reading.assumptions.push({
      it: `«${textOf(reading, item)}»: letto mese per mese.`,
      en: `“${textOf(reading, item)}”: read month by month.`,
    });
  }
}
