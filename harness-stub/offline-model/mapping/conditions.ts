import { PRODUCTS, STORES } from "../../demo/catalogue.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { commaBefore, is, neighbour, type Of, type Reading, rawOf, refuse, textOf } from "./reading.ts";
import type { DimensionId, Filter } from "./types.ts";
import { HIERARCHIES, regionsOf, type Value } from "./values.ts";

const OF = new Set("di del della dell dei from of".split(" "));
const EITHER = new Set(["o", "od", "or", "oppure"]);
const TIME_STEPS: readonly DimensionId[] = ["giorno", "mese", "trimestre", "anno"];

/** Turns the members and periods a question names into conditions, and several of a kind into one row each. */
export function readConditions(reading: Reading, ranking: boolean): Filter[] {
  const values = reading.items.filter((item) => is(item, "value"));
  for (const value of values) value.used = true;
  customerPlaces(reading);
  refuseMixedLists(reading, values);
  const byDimension = Map.groupBy(values, (item) => item.value.dimension);
  const filters = [...byDimension].map(([dimension, items]) => toFilter(dimension, items));
  refuseEmptyPlaces(reading, byDimension);
  let split = false;
  for (const [dimension, items] of byDimension) {
    split = splitByMembers(reading, dimension, items, ranking) || split;
  }
  split = splitByPeriods(reading, ranking) || split;
  readComparison(reading, split);
  if (values.some((item) => ["area", "regione", "citta"].includes(item.value.dimension))) {
    reading.assumptions.push({
      it: "I luoghi sono quelli del negozio, non la residenza del cliente.",
      en: "Places are those of the store, not of the customer's home.",
    });
  }
  return [...filters, ...reading.periods.filters];
}

function toFilter(dimension: DimensionId, items: Of<"value">[]): Filter {
  const members = [...new Set(items.flatMap((item) => item.value.members))].sort();
  return {
    column: DIMENSIONS[dimension].column,
    op: "in",
    value: dimension === "area" ? regionsOf(members) : members,
  };
}

// "clienti di Milano": there the place is the customer's, not the store's.
function customerPlaces(reading: Reading): void {
  for (const [at, item] of reading.items.entries()) {
    if (!is(item, "value") || !["citta", "regione"].includes(item.value.dimension)) continue;
    const before = neighbour(reading, at, -1);
    const word = reading.items[at - 1];
    const owned =
      before && isCustomer(before.item) && (before.at === at - 1 || (word && OF.has(textOf(reading, word))));
    const named = isCustomer(reading.items[at + 1]);
    const inList = before && is(before.item, "link") && belongsToCustomer(reading, before.at);
    if (owned || named || inList) {
      item.value = { ...item.value, dimension: item.value.dimension === "citta" ? "citta_cliente" : "regione_cliente" };
    }
  }
}

const isCustomer = (item: Reading["items"][number] | undefined): boolean =>
  (is(item, "noun") && item.dimension === "cliente") || (is(item, "measure") && item.measure === "clienti");

function belongsToCustomer(reading: Reading, linkAt: number): boolean {
  const item = neighbour(reading, linkAt, -1)?.item;
  return is(item, "value") && item.value.dimension.endsWith("_cliente");
}

// "Roma e Lazio", "elettronica e vino": a list over two columns would be an OR, and the conditions here are joined by
// AND.
function refuseMixedLists(reading: Reading, values: Of<"value">[]): void {
  for (const item of values) {
    const at = reading.items.indexOf(item);
    const before = neighbour(reading, at, -1);
    if (!before) continue;
    const linked = is(before.item, "link") || is(before.item, "compare");
    const previous = linked ? neighbour(reading, before.at, -1)?.item : before.item;
    if (!is(previous, "value") || previous.value.dimension === item.value.dimension) continue;
    const sameHierarchy = HIERARCHIES.some((levels) =>
      [previous, item].every((one) => levels.includes(one.value.dimension)),
    );
    if (!linked && !(sameHierarchy && commaBefore(reading, item))) continue;
    refuse(
      reading,
      `${rawOf(reading, previous)}, ${rawOf(reading, item)}`,
      "un elenco di cose di tipo diverso: chiedi una cosa alla volta",
      "a list of things of different kinds: ask for one at a time",
    );
  }
}

function refuseEmptyPlaces(reading: Reading, byDimension: Map<DimensionId, Of<"value">[]>): void {
  const members = (dimension: DimensionId): string[] | null =>
    byDimension.get(dimension)?.flatMap((item) => item.value.members as string[]) ?? null;
  const allows = (list: string[] | null, member: string): boolean => list === null || list.includes(member);
  const areas = members("area");
  const regions = areas ? regionsOf(areas) : null;
  const store = STORES.some(
    (place) =>
      allows(regions, place.region) &&
      allows(members("regione"), place.region) &&
      allows(members("citta"), place.city) &&
      allows(members("negozio"), place.name) &&
      allows(members("formato"), place.format),
  );
  const product = PRODUCTS.some(
    (item) =>
      allows(members("categoria"), item.category) &&
      allows(members("marca"), item.brand) &&
      allows(members("prodotto"), item.name),
  );
  for (const [found, levels] of [
    [store, HIERARCHIES[0]],
    [product, HIERARCHIES[1]],
  ] as const) {
    if (found) continue;
    const named = reading.items.filter((item) => is(item, "value") && levels?.includes(item.value.dimension));
    refuse(
      reading,
      named.map((item) => rawOf(reading, item)).join(", "),
      "condizioni che nessun negozio o prodotto rispetta insieme",
      "conditions that no store or product meets together",
    );
  }
}

function splitByMembers(reading: Reading, dimension: DimensionId, items: Of<"value">[], ranking: boolean): boolean {
  const distinct = new Set(items.map((item) => memberKey(item.value)));
  if (distinct.size < 2) return false;
  if (reading.dimensions.includes(dimension)) return true;
  const names = items.map((item) => rawOf(reading, item)).join(", ");
  if (ranking || items.some((item) => isAlternative(reading, item))) {
    reading.assumptions.push({ it: `${names}: presi insieme.`, en: `${names}: taken together.` });
    return false;
  }
  reading.dimensions.push(dimension);
  reading.assumptions.push({ it: `${names}: una riga per ciascuno.`, en: `${names}: one row each.` });
  return true;
}

const memberKey = (value: Value): string => value.members.join("|");

function isAlternative(reading: Reading, item: Of<"value">): boolean {
  const before = neighbour(reading, reading.items.indexOf(item), -1);
  return before !== null && is(before.item, "link") && EITHER.has(textOf(reading, before.item));
}

function splitByPeriods(reading: Reading, ranking: boolean): boolean {
  const { split } = reading.periods;
  if (!split) return false;
  if (ranking) {
    refuse(
      reading,
      "periodo",
      "una classifica per più periodi insieme: chiedine uno alla volta",
      "a ranking over several periods: ask for one at a time",
    );
    return true;
  }
  const step = TIME_STEPS.indexOf(split);
  if (
    !reading.dimensions.some((dimension) => TIME_STEPS.includes(dimension) && TIME_STEPS.indexOf(dimension) <= step)
  ) {
    reading.dimensions.push(split);
    reading.assumptions.push({
      it: `Più periodi nominati: una riga per ${DIMENSIONS[split].label.it}.`,
      en: `Several periods named: one row per ${DIMENSIONS[split].label.en}.`,
    });
  }
  return true;
}

// Comparing needs two things of a kind, or a split into rows that can be compared.
function readComparison(reading: Reading, split: boolean): void {
  for (const item of reading.items) {
    if (!is(item, "compare")) continue;
    const invitation = /^(confront|compar)/.test(textOf(reading, item)) && !/compared/.test(textOf(reading, item));
    item.used = split || (invitation && reading.dimensions.length > 0);
  }
}
