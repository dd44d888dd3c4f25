import { AREAS, BRANDS, CATEGORIES, CITIES, PRODUCTS, REGIONS, STORES } from "../../demo/catalogue.ts";
import type { DimensionId } from "./types.ts";

/** One or more members of a dimension that a phrase stands for. */
export interface Value {
  dimension: DimensionId;
  members: readonly string[];
}

type Synonyms = Record<string, readonly string[]>;

const REGION_WORDS: Synonyms = {
  Lombardia: ["lombardy", "lombardo", "lombarda", "lombardi", "lombarde"],
  Piemonte: ["piedmont", "piemontese", "piemontesi"],
  Toscana: ["tuscany", "toscano", "toscani", "toscane"],
  Sicilia: ["sicily", "siciliano", "siciliana", "siciliani", "siciliane"],
  Sardegna: ["sardinia", "sardi", "sarde"],
  Puglia: ["apulia", "pugliese", "pugliesi"],
  Veneto: ["veneta", "veneti", "venete"],
  Campania: ["campano", "campani", "campane"],
  "Emilia-Romagna": ["emilia"],
};
const CITY_WORDS: Synonyms = {
  Milano: ["milan", "milanese", "milanesi"],
  Torino: ["turin", "torinese", "torinesi"],
  Genova: ["genoa"],
  Venezia: ["venice"],
  Firenze: ["florence"],
  Roma: ["rome", "romano", "romana", "romani", "romane"],
  Napoli: ["naples", "napoletano", "napoletana", "napoletani", "napoletane"],
};
const CATEGORY_WORDS: Synonyms = {
  Elettronica: ["electronics", "prodotti elettronici", "electronic products"],
  Arredamento: ["furniture", "arredo", "mobili", "home furniture"],
  Abbigliamento: ["clothing", "apparel", "clothes", "vestiti", "vestiario"],
  Alimentari: ["alimentare", "food", "groceries", "cibo", "prodotti alimentari"],
  Bellezza: ["beauty", "cosmetici", "cosmetics"],
  Sport: ["sports", "articoli sportivi", "sporting goods", "sports goods"],
};
const PRODUCT_WORDS: Synonyms = {
  Televisore: ["televisori", "tv", "television", "televisions", "tvs"],
  Smartphone: ["smartphones", "telefoni", "phones"],
  Cuffie: ["headphones"],
  Tablet: ["tablets"],
  "Macchina da caffè": ["macchine da caffe", "coffee machine", "coffee machines"],
  Aspirapolvere: ["aspirapolveri", "vacuum cleaner", "vacuum cleaners"],
  Divano: ["divani", "sofa", "sofas"],
  Tavolo: ["tavoli", "table", "tables"],
  Sedia: ["sedie", "chair", "chairs"],
  Lampada: ["lampade", "lamp", "lamps"],
  Libreria: ["librerie", "bookcase", "bookcases"],
  Tappeto: ["tappeti", "rug", "rugs"],
  Giacca: ["giacche", "jacket", "jackets"],
  Camicia: ["camicie", "shirt", "shirts"],
  Maglione: ["maglioni", "sweater", "sweaters"],
  Scarpe: ["shoes"],
  Zaino: ["zaini", "backpack", "backpacks"],
  "Olio extravergine": ["olio", "olio d'oliva", "olive oil", "oil"],
  Vino: ["vini", "wine", "wines"],
  Caffè: ["coffee"],
  Cioccolato: ["chocolate"],
  Miele: ["honey"],
  "Crema viso": ["creme viso", "face cream", "face creams"],
  Profumo: ["profumi", "perfume", "perfumes"],
  Rossetto: ["rossetti", "lipstick", "lipsticks"],
  Bicicletta: ["biciclette", "bici", "bicycle", "bicycles", "bike", "bikes"],
  Racchetta: ["racchette", "racket", "rackets"],
  Pallone: ["palloni", "ball", "balls"],
  Tenda: ["tende", "tent", "tents"],
  Manubri: ["dumbbells"],
  Costume: ["costumi", "swimsuit", "swimsuits"],
};
const SEGMENT_WORDS: Synonyms = {
  Privato: ["privati", "private", "consumer", "consumers"],
  Azienda: ["aziende", "aziendali", "business", "businesses", "companies", "imprese"],
  Fedeltà: ["fidelizzati", "loyalty"],
};
const CHANNEL_WORDS: Synonyms = {
  "In negozio": ["in negozio", "in store", "canale fisico", "offline"],
  Online: ["web", "sito", "via web", "tramite sito", "on line", "sul sito", "e commerce", "ecommerce"],
  App: ["sull'app", "tramite app", "via app", "dall'app", "via the app", "mobile app"],
};
const FORMAT_WORDS: Synonyms = { Outlet: ["outlets"], Flagship: ["flagships"], Standard: [] };
const REASON_WORDS: Synonyms = {
  Difettoso: ["difettosi", "difetto", "difetti", "defective"],
  "Taglia errata": ["taglia sbagliata", "wrong size"],
  Ripensamento: ["change of mind"],
  Danneggiato: ["danneggiati", "damaged"],
  "In ritardo": ["ritardo", "late delivery"],
};

const areaPhrases = (area: string, english: string): string[] => {
  const low = area.toLowerCase();
  return [low, `${low} italia`, `italia ${low}`, english, `${english} italy`, `${english}ern italy`];
};

const AREA_WORDS: Record<string, { members: readonly string[]; phrases: readonly string[] }> = {
  Nord: { members: ["Nord"], phrases: [...areaPhrases("Nord", "north"), "italia settentrionale"] },
  // Bare "centro" would also be the middle of a town: only with the preposition or the country it is the area.
  Centro: {
    members: ["Centro"],
    phrases: [
      "centro italia",
      "italia centrale",
      "al centro",
      "nel centro",
      "del centro",
      "central italy",
      "centre of italy",
    ],
  },
  Sud: { members: ["Sud"], phrases: [...areaPhrases("Sud", "south"), "italia meridionale"] },
  Isole: { members: ["Isole"], phrases: ["isole", "islands"] },
  Mezzogiorno: {
    members: ["Sud", "Isole"],
    phrases: ["mezzogiorno", "sud e isole", "sud e nelle isole", "south and islands"],
  },
};

/** Every phrase that names a member, longest known names included (`Torino Porta Nuova` before `Torino`). */
export function valuePhrases(): [phrase: string, value: Value][] {
  const phrases: [string, Value][] = [];
  const add = (dimension: DimensionId, members: readonly string[], words: Synonyms): void => {
    for (const member of members) {
      for (const phrase of [member, ...(words[member] ?? [])]) phrases.push([phrase, { dimension, members: [member] }]);
    }
  };
  add("regione", REGIONS, REGION_WORDS);
  add("citta", CITIES, CITY_WORDS);
  add(
    "negozio",
    STORES.map((store) => store.name),
    {},
  );
  add("categoria", CATEGORIES, CATEGORY_WORDS);
  add("marca", BRANDS, {});
  add(
    "prodotto",
    PRODUCTS.map((item) => item.name),
    PRODUCT_WORDS,
  );
  add("segmento", Object.keys(SEGMENT_WORDS), SEGMENT_WORDS);
  add("canale", Object.keys(CHANNEL_WORDS), CHANNEL_WORDS);
  add("formato", Object.keys(FORMAT_WORDS), FORMAT_WORDS);
  add("motivo", Object.keys(REASON_WORDS), REASON_WORDS);
  for (const { members, phrases: words } of Object.values(AREA_WORDS)) {
    for (const phrase of words) phrases.push([phrase, { dimension: "area", members }]);
  }
  return phrases;
}

/** Levels of the same hierarchy: conditions on two of them are met together only where one contains the other. */
export const HIERARCHIES: readonly (readonly DimensionId[])[] = [
  ["area", "regione", "citta", "negozio", "formato"],
  ["categoria", "marca", "prodotto"],
];

/** The regions an area stands for. */
export const regionsOf = (areas: readonly string[]): string[] => areas.flatMap((area) => AREAS[area] ?? []).sort();
