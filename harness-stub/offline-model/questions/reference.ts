/** A question and SQL written by hand that answers it; `null` where the only right answer is a refusal. */
export type Reference = readonly [question: string, sql: string | null];

/** Order lines with everything a question can be split by. */
export const SALES =
  "FROM righe_ordine r JOIN ordini o ON o.id = r.ordine_id JOIN negozi n ON n.id = o.negozio_id JOIN prodotti p ON p.id = r.prodotto_id JOIN clienti c ON c.id = o.cliente_id";
/** Returns with the same. */
export const RETURNS =
  "FROM resi z JOIN righe_ordine r ON r.id = z.riga_id JOIN ordini o ON o.id = r.ordine_id JOIN negozi n ON n.id = o.negozio_id JOIN prodotti p ON p.id = r.prodotto_id JOIN clienti c ON c.id = o.cliente_id";
export const REVENUE = "ROUND(SUM(r.importo_netto), 2)";
export const MARGIN = "ROUND(SUM(r.importo_netto - r.quantita * p.costo), 2)";
export const MONTH = "substr(o.data, 1, 7)";
export const YEAR = "substr(o.data, 1, 4)";
export const QUARTER = "substr(o.data, 1, 4) || '-T' || ((CAST(substr(o.data, 6, 2) AS INTEGER) + 2) / 3)";
/** Pieces returned over pieces sold, in percent; the returns are summed before they meet their lines. */
export const RETURN_RATE =
  "ROUND(100.0 * SUM(COALESCE((SELECT SUM(quantita) FROM resi WHERE riga_id = r.id), 0)) / SUM(r.quantita), 2)";
