import { AREAS } from "../../demo/catalogue.ts";
import type { DimensionId, FactFamily, Text } from "./types.ts";

export interface Dimension {
  label: Text;
  /** `table.column` as the schema-linking document names it. */
  column: string;
  /** Expression over the joined tables; `date` is the family's date column. */
  expression: (date: string) => string;
  /** Families of facts the dimension can split. */
  families: readonly FactFamily[];
  time: boolean;
  singular: readonly string[];
  plural: readonly string[];
  /** Words that ask for this split without a preposition, such as `mensile`. */
  adjectives?: readonly string[];
}

const both = ["sales", "returns"] as const;
const column = (reference: string) => () => reference;

const areaCase = `CASE ${Object.entries(AREAS)
  .map(([area, regions]) => `WHEN n.regione IN (${regions.map((r) => `'${r}'`).join(", ")}) THEN '${area}'`)
  .join(" ")} END`;

export const DIMENSIONS: Record<DimensionId, Dimension> = {
  area: {
    label: { it: "area geografica", en: "geographic area" },
    column: "negozi.regione",
    expression: column(areaCase),
    families: both,
    time: false,
    singular: ["area", "area geografica", "macroarea", "macro area", "zona", "geographic area", "macro region"],
    plural: ["aree", "aree geografiche", "macroaree", "macro aree", "zone", "areas", "geographic areas"],
  },
  regione: {
    label: { it: "regione", en: "region" },
    column: "negozi.regione",
    expression: column("n.regione"),
    families: both,
    time: false,
    singular: ["regione", "regione del negozio", "region", "store region"],
    plural: ["regioni", "regioni italiane", "regions", "italian regions"],
  },
  citta: {
    label: { it: "città", en: "city" },
    column: "negozi.citta",
    expression: column("n.citta"),
    families: both,
    time: false,
    singular: ["citta", "citta del negozio", "city", "store city", "town"],
    plural: ["cities", "towns"],
  },
  negozio: {
    label: { it: "negozio", en: "store" },
    column: "negozi.nome",
    expression: column("n.nome"),
    families: both,
    time: false,
    singular: ["negozio", "punto vendita", "punto di vendita", "store", "shop"],
    plural: ["negozi", "punti vendita", "punti di vendita", "stores", "shops"],
  },
  formato: {
    label: { it: "formato", en: "store format" },
    column: "negozi.formato",
    expression: column("n.formato"),
    families: both,
    time: false,
    singular: [
      "formato",
      "formato di negozio",
      "formato del negozio",
      "tipo di negozio",
      "format",
      "store format",
      "store type",
    ],
    plural: ["formati", "formats", "store formats", "store types"],
  },
  categoria: {
    label: { it: "categoria", en: "category" },
    column: "prodotti.categoria",
    expression: column("p.categoria"),
    families: both,
    time: false,
    singular: [
      "categoria",
      "categoria merceologica",
      "categoria di prodotto",
      "categoria di prodotti",
      "categoria prodotto",
      "category",
      "product category",
    ],
    plural: [
      "categorie",
      "categorie merceologiche",
      "categorie di prodotto",
      "categorie di prodotti",
      "categories",
      "product categories",
    ],
  },
  prodotto: {
    label: { it: "prodotto", en: "product" },
    column: "prodotti.nome",
    expression: column("p.nome"),
    families: both,
    time: false,
    singular: ["prodotto", "articolo", "referenza", "product", "item", "article"],
    plural: ["prodotti", "articoli", "referenze", "products", "items", "articles"],
  },
  marca: {
    label: { it: "marca", en: "brand" },
    column: "prodotti.marca",
    expression: column("p.marca"),
    families: both,
    time: false,
    singular: ["marca", "marchio", "brand"],
    plural: ["marche", "marchi", "brands"],
  },
  segmento: {
    label: { it: "segmento", en: "segment" },
    column: "clienti.segmento",
    expression: column("c.segmento"),
    families: both,
    time: false,
    singular: [
      "segmento",
      "segmento di clientela",
      "segmento di clienti",
      "segmento cliente",
      "segmento del cliente",
      "tipo di cliente",
      "tipo cliente",
      "tipo di clientela",
      "segment",
      "customer segment",
      "customer type",
      "type of customer",
    ],
    plural: ["segmenti", "segmenti di clientela", "segmenti di clienti", "segments", "customer segments"],
  },
  cliente: {
    label: { it: "cliente", en: "customer" },
    column: "clienti.nome",
    expression: column("c.nome"),
    families: both,
    time: false,
    singular: ["cliente", "customer", "client"],
    plural: ["clienti", "customers", "clients"],
  },
  regione_cliente: {
    label: { it: "regione del cliente", en: "customer region" },
    column: "clienti.regione",
    expression: column("c.regione"),
    families: both,
    time: false,
    singular: [
      "regione del cliente",
      "regione cliente",
      "regione di residenza",
      "customer region",
      "customer s region",
    ],
    plural: ["regioni dei clienti", "customer regions"],
  },
  citta_cliente: {
    label: { it: "città del cliente", en: "customer city" },
    column: "clienti.citta",
    expression: column("c.citta"),
    families: both,
    time: false,
    singular: ["citta del cliente", "citta cliente", "citta di residenza", "customer city", "customer s city"],
    plural: ["citta dei clienti", "customer cities"],
  },
  canale: {
    label: { it: "canale", en: "channel" },
    column: "ordini.canale",
    expression: column("o.canale"),
    families: both,
    time: false,
    singular: ["canale", "canale di vendita", "canale vendita", "channel", "sales channel"],
    plural: ["canali", "canali di vendita", "channels", "sales channels"],
  },
  giorno: {
    label: { it: "giorno", en: "day" },
    column: "ordini.data",
    expression: (date) => date,
    families: both,
    time: true,
    singular: ["giorno", "data", "day", "date"],
    plural: ["giorni", "days", "dates"],
    adjectives: ["giornaliero", "giornaliera", "giornalieri", "giornaliere", "daily", "giorno per giorno", "al giorno"],
  },
  mese: {
    label: { it: "mese", en: "month" },
    column: "ordini.data",
    expression: (date) => `strftime('%Y-%m', ${date})`,
    families: both,
    time: true,
    singular: ["mese", "month"],
    plural: ["mesi", "months"],
    adjectives: [
      "mensile",
      "mensili",
      "mensilmente",
      "monthly",
      "mese per mese",
      "month by month",
      "al mese",
      "per month",
    ],
  },
  trimestre: {
    label: { it: "trimestre", en: "quarter" },
    column: "ordini.data",
    expression: (date) => `strftime('%Y', ${date}) || '-T' || ((CAST(strftime('%m', ${date}) AS INTEGER) + 2) / 3)`,
    families: both,
    time: true,
    singular: ["trimestre", "quarter"],
    plural: ["trimestri", "quarters"],
    adjectives: ["trimestrale", "trimestrali", "quarterly", "quarter by quarter", "trimestre per trimestre"],
  },
  anno: {
    label: { it: "anno", en: "year" },
    column: "ordini.data",
    expression: (date) => `strftime('%Y', ${date})`,
    families: both,
    time: true,
    singular: ["anno", "year"],
    plural: ["anni", "years"],
    adjectives: [
      "annuale",
      "annuali",
      "annuo",
      "annua",
      "annui",
      "yearly",
      "annual",
      "anno per anno",
      "year by year",
      "all'anno",
    ],
  },
  motivo: {
    label: { it: "motivo del reso", en: "return reason" },
    column: "resi.motivo",
    expression: column("z.motivo"),
    families: ["returns"],
    time: false,
    singular: [
      "motivo",
      "motivo del reso",
      "motivo di reso",
      "motivo di restituzione",
      "causa del reso",
      "causale",
      "reason",
      "return reason",
      "reason for return",
    ],
    plural: ["motivi", "motivi di reso", "motivi del reso", "reasons", "return reasons"],
  },
};
