import { MARGIN, MONTH, QUARTER, RETURN_RATE, RETURNS, REVENUE, type Reference, SALES, YEAR } from "./reference.ts";

// Written down before the rules met them, and never tuned for: what they show is what a stranger would find.
export const HELD_OUT: readonly Reference[] = [
  [
    "Mostrami l'incasso dei negozi lombardi nel 2025",
    `SELECT ${REVENUE} ${SALES} WHERE n.regione = 'Lombardia' AND ${YEAR} = '2025'`,
  ],
  [
    "Quale marca ha il margine più alto nel 2026?",
    `SELECT p.marca, ${MARGIN} s ${SALES} WHERE ${YEAR} = '2026' GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  [
    "Quanti scontrini ha fatto Roma Termini ad agosto 2024?",
    `SELECT COUNT(DISTINCT o.id) ${SALES} WHERE n.nome = 'Roma Termini' AND ${MONTH} = '2024-08'`,
  ],
  ["Classifica delle regioni per numero di ordini", `SELECT n.regione, COUNT(DISTINCT o.id) ${SALES} GROUP BY 1`],
  [
    "Quantità vendute di biciclette per anno",
    `SELECT ${YEAR}, SUM(r.quantita) ${SALES} WHERE p.nome = 'Bicicletta' GROUP BY 1`,
  ],
  [
    "Come sono andate le vendite nel secondo semestre 2025?",
    `SELECT ${REVENUE} ${SALES} WHERE o.data BETWEEN '2025-07-01' AND '2025-12-31'`,
  ],
  [
    "Fatturato tra il 2024 e il 2025 per canale di vendita",
    `SELECT o.canale, ${REVENUE} ${SALES} WHERE ${YEAR} IN ('2024', '2025') GROUP BY 1`,
  ],
  [
    "Numero di resi per taglia errata nell'abbigliamento",
    `SELECT COUNT(*) ${RETURNS} WHERE z.motivo = 'Taglia errata' AND p.categoria = 'Abbigliamento'`,
  ],
  [
    "Chi sono i 5 clienti che hanno speso di più?",
    `SELECT c.nome, ${REVENUE} s ${SALES} GROUP BY 1 ORDER BY s DESC LIMIT 5`,
  ],
  [
    "Spesa media per ordine online e in negozio",
    `SELECT o.canale, ROUND(SUM(r.importo_netto) / COUNT(DISTINCT o.id), 2) ${SALES} WHERE o.canale IN ('Online', 'In negozio') GROUP BY 1`,
  ],
  [
    "I prodotti meno venduti della categoria bellezza",
    `SELECT p.nome, SUM(r.quantita) ${SALES} WHERE p.categoria = 'Bellezza' GROUP BY 1`,
  ],
  ["Fatturato trimestrale di Firenze", `SELECT ${QUARTER}, ${REVENUE} ${SALES} WHERE n.citta = 'Firenze' GROUP BY 1`],
  [
    "Ordini via app nel 2026 rispetto al 2025",
    `SELECT ${YEAR}, COUNT(DISTINCT o.id) ${SALES} WHERE o.canale = 'App' AND ${YEAR} IN ('2025', '2026') GROUP BY 1`,
  ],
  ["Quanto pesa l'online sul fatturato?", null],
  [
    "Which store sold the most furniture in 2025?",
    `SELECT n.nome, ${REVENUE} s ${SALES} WHERE p.categoria = 'Arredamento' AND ${YEAR} = '2025' GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  [
    "Number of returns per month in 2025",
    `SELECT substr(z.data_reso, 1, 7), COUNT(*) ${RETURNS} WHERE z.data_reso LIKE '2025%' GROUP BY 1`,
  ],
  [
    "Gross margin of Aurora products by quarter",
    `SELECT ${QUARTER}, ${MARGIN} ${SALES} WHERE p.marca = 'Aurora' GROUP BY 1`,
  ],
  [
    "How many distinct customers bought wine in 2024?",
    `SELECT COUNT(DISTINCT o.cliente_id) ${SALES} WHERE p.nome = 'Vino' AND ${YEAR} = '2024'`,
  ],
  [
    "Average discount in outlet stores versus flagship stores",
    `SELECT n.formato, ROUND(100 * AVG(r.sconto), 2) ${SALES} WHERE n.formato IN ('Outlet', 'Flagship') GROUP BY 1`,
  ],
  ["Worst 3 cities by profit last year", null],
  ["Revenue per customer in Turin", `SELECT c.nome, ${REVENUE} ${SALES} WHERE n.citta = 'Torino' GROUP BY 1`],
  [
    "List the ten best customers in Sicily",
    `SELECT c.nome, ${REVENUE} s ${SALES} WHERE n.regione = 'Sicilia' GROUP BY 1 ORDER BY s DESC, 1 LIMIT 10`,
  ],
  [
    "Return rate of shoes compared with jackets",
    `SELECT p.nome, ${RETURN_RATE} ${SALES} WHERE p.nome IN ('Scarpe', 'Giacca') GROUP BY 1`,
  ],
  ["Sales growth between 2024 and 2025", null],
  [
    "Units of honey sold in December 2025 by region",
    `SELECT n.regione, SUM(r.quantita) ${SALES} WHERE p.nome = 'Miele' AND ${MONTH} = '2025-12' GROUP BY 1`,
  ],
  ["Quanti clienti non hanno comprato nel 2026?", null],
  ["Fatturato dei prodotti con resi", null],
  ["Fatturato per cliente fedeltà", null],
];
