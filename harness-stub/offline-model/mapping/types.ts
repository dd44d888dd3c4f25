export type Language = "it" | "en";
export type Text = Record<Language, string>;

export type FactFamily = "sales" | "returns";

export type MeasureId =
  | "fatturato"
  | "quantita"
  | "ordini"
  | "clienti"
  | "scontrino_medio"
  | "sconto_medio"
  | "margine"
  | "margine_percentuale"
  | "numero_resi"
  | "valore_resi"
  | "quantita_resa"
  | "tasso_resi";

export type DimensionId =
  | "area"
  | "regione"
  | "citta"
  | "negozio"
  | "formato"
  | "categoria"
  | "prodotto"
  | "marca"
  | "segmento"
  | "cliente"
  | "regione_cliente"
  | "citta_cliente"
  | "canale"
  | "giorno"
  | "mese"
  | "trimestre"
  | "anno"
  | "motivo";

/**
 * A condition as the schema-linking document states it. Members: `in` with the list of accepted values. Time, on
 * `ordini.data`: `between` with `[first, last]` days, `between_any` with several such pairs, `month_in` with months
 * `01` to `12` of whatever year.
 */
export type Filter =
  | { column: string; op: "in"; value: string[] }
  | { column: string; op: "between"; value: [string, string] }
  | { column: string; op: "between_any"; value: [string, string][] }
  | { column: string; op: "month_in"; value: string[] };

export interface Order {
  by: MeasureId;
  direction: "asc" | "desc";
}

/** What of a question could not be linked, and why. */
export interface Unmapped {
  words: string;
  reason: Text;
}

/** A question read against the sample warehouse. It can become SQL only when `unmapped` is empty. */
export interface Mapping {
  question: string;
  language: Language;
  measures: MeasureId[];
  dimensions: DimensionId[];
  filters: Filter[];
  order: Order | null;
  limit: number | null;
  unmapped: Unmapped[];
  assumptions: Text[];
}
