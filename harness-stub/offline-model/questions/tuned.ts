import { MARGIN, MONTH, QUARTER, RETURN_RATE, RETURNS, REVENUE, type Reference, SALES, YEAR } from "./reference.ts";

// The questions the rules were written against.
export const TUNED: readonly Reference[] = [
  ["Fatturato per regione nel 2024", `SELECT n.regione, ${REVENUE} ${SALES} WHERE ${YEAR} = '2024' GROUP BY 1`],
  ["Qual è il fatturato totale?", `SELECT ${REVENUE} ${SALES}`],
  ["Top 5 prodotti per fatturato", `SELECT p.nome, ${REVENUE} s ${SALES} GROUP BY 1 ORDER BY s DESC LIMIT 5`],
  [
    "Quali sono i 3 negozi peggiori per quantità?",
    `SELECT n.nome, SUM(r.quantita) s ${SALES} GROUP BY 1 ORDER BY s, 1 LIMIT 3`,
  ],
  [
    "Andamento mensile delle vendite nel 2025",
    `SELECT ${MONTH}, ${REVENUE} ${SALES} WHERE ${YEAR} = '2025' GROUP BY 1`,
  ],
  [
    "Quanti clienti abbiamo in Lombardia?",
    `SELECT COUNT(DISTINCT o.cliente_id) ${SALES} WHERE n.regione = 'Lombardia'`,
  ],
  [
    "Ricavi dell'elettronica a Milano a gennaio 2025",
    `SELECT ${REVENUE} ${SALES} WHERE p.categoria = 'Elettronica' AND n.citta = 'Milano' AND ${MONTH} = '2025-01'`,
  ],
  ["Pezzi venduti per categoria e marca", `SELECT p.categoria, p.marca, SUM(r.quantita) ${SALES} GROUP BY 1, 2`],
  [
    "Scontrino medio per segmento",
    `SELECT c.segmento, ROUND(SUM(r.importo_netto) / COUNT(DISTINCT o.id), 2) ${SALES} GROUP BY 1`,
  ],
  [
    "Sconto medio per categoria nel 2024",
    `SELECT p.categoria, ROUND(100 * AVG(r.sconto), 2) ${SALES} WHERE ${YEAR} = '2024' GROUP BY 1`,
  ],
  [
    "Numero di ordini per trimestre nel 2025",
    `SELECT ${QUARTER}, COUNT(DISTINCT o.id) ${SALES} WHERE ${YEAR} = '2025' GROUP BY 1`,
  ],
  [
    "Incasso di Roma e Napoli per mese nel 2024",
    `SELECT ${MONTH}, n.citta, ${REVENUE} ${SALES} WHERE n.citta IN ('Roma', 'Napoli') AND ${YEAR} = '2024' GROUP BY 1, 2`,
  ],
  [
    "Fatturato 2024 e 2025 per categoria",
    `SELECT p.categoria, ${YEAR}, ${REVENUE} ${SALES} WHERE ${YEAR} IN ('2024', '2025') GROUP BY 1, 2`,
  ],
  ["Quanto abbiamo venduto in Toscana?", `SELECT ${REVENUE} ${SALES} WHERE n.regione = 'Toscana'`],
  [
    "I dieci migliori clienti per fatturato",
    `SELECT c.nome, ${REVENUE} s ${SALES} GROUP BY 1 ORDER BY s DESC, 1 LIMIT 10`,
  ],
  [
    "Qual è la città con il fatturato più alto?",
    `SELECT n.citta, ${REVENUE} s ${SALES} GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  [
    "Vendite delle aziende per regione",
    `SELECT n.regione, ${REVENUE} ${SALES} WHERE c.segmento = 'Azienda' GROUP BY 1`,
  ],
  ["Quanti ordini a dicembre 2025?", `SELECT COUNT(*) FROM ordini WHERE data LIKE '2025-12%'`],
  [
    "Margine per categoria nel primo trimestre 2025",
    `SELECT p.categoria, ${MARGIN} ${SALES} WHERE o.data BETWEEN '2025-01-01' AND '2025-03-31' GROUP BY 1`,
  ],
  ["Resi per motivo", `SELECT motivo, COUNT(*) FROM resi GROUP BY 1`],
  [
    "Valore dei resi per categoria nel 2025",
    `SELECT p.categoria, ROUND(SUM(z.importo), 2) ${RETURNS} WHERE z.data_reso LIKE '2025%' GROUP BY 1`,
  ],
  ["Tasso di reso per marca", `SELECT p.marca, ${RETURN_RATE} ${SALES} GROUP BY 1`],
  [
    "Fatturato del Nord nel 2025",
    `SELECT ${REVENUE} ${SALES} WHERE n.regione IN ('Lombardia', 'Piemonte', 'Liguria', 'Veneto', 'Emilia-Romagna') AND ${YEAR} = '2025'`,
  ],
  [
    "Confronta il fatturato di Nord e Sud nel 2025",
    `SELECT CASE WHEN n.regione IN ('Campania', 'Puglia') THEN 'Sud' ELSE 'Nord' END, ${REVENUE} ${SALES} WHERE n.regione IN ('Lombardia', 'Piemonte', 'Liguria', 'Veneto', 'Emilia-Romagna', 'Campania', 'Puglia') AND ${YEAR} = '2025' GROUP BY 1`,
  ],
  [
    "Quali prodotti vendono di più in Lombardia?",
    `SELECT p.nome, SUM(r.quantita) ${SALES} WHERE n.regione = 'Lombardia' GROUP BY 1`,
  ],
  [
    "Fatturato del negozio Torino Porta Nuova da marzo a giugno 2025",
    `SELECT ${REVENUE} ${SALES} WHERE n.nome = 'Torino Porta Nuova' AND o.data BETWEEN '2025-03-01' AND '2025-06-30'`,
  ],
  [
    "Vendite online per mese nel 2026",
    `SELECT ${MONTH}, ${REVENUE} ${SALES} WHERE o.canale = 'Online' AND ${YEAR} = '2026' GROUP BY 1`,
  ],
  ["Fatturato e margine per formato di negozio", `SELECT n.formato, ${REVENUE}, ${MARGIN} ${SALES} GROUP BY 1`],
  [
    "Quanti televisori abbiamo venduto nel 2025?",
    `SELECT SUM(r.quantita) ${SALES} WHERE p.nome = 'Televisore' AND ${YEAR} = '2025'`,
  ],
  [
    "Fatturato e numero di resi per regione",
    `SELECT n.regione, ${REVENUE}, (SELECT COUNT(*) FROM resi z2 JOIN righe_ordine r2 ON r2.id = z2.riga_id JOIN ordini o2 ON o2.id = r2.ordine_id JOIN negozi n2 ON n2.id = o2.negozio_id WHERE n2.regione = n.regione) ${SALES} GROUP BY 1`,
  ],
  ["Revenue by region in 2024", `SELECT n.regione, ${REVENUE} ${SALES} WHERE ${YEAR} = '2024' GROUP BY 1`],
  [
    "What are the top 3 brands by units sold?",
    `SELECT p.marca, SUM(r.quantita) s ${SALES} GROUP BY 1 ORDER BY s DESC LIMIT 3`,
  ],
  [
    "Monthly trend of sales in Lombardy",
    `SELECT ${MONTH}, ${REVENUE} ${SALES} WHERE n.regione = 'Lombardia' GROUP BY 1`,
  ],
  [
    "How many orders in Milan in March 2025?",
    `SELECT COUNT(DISTINCT o.id) ${SALES} WHERE n.citta = 'Milano' AND ${MONTH} = '2025-03'`,
  ],
  [
    "Average order value by store",
    `SELECT n.nome, ROUND(SUM(r.importo_netto) / COUNT(DISTINCT o.id), 2) ${SALES} GROUP BY 1`,
  ],
  [
    "Total revenue for food in Rome",
    `SELECT ${REVENUE} ${SALES} WHERE p.categoria = 'Alimentari' AND n.citta = 'Roma'`,
  ],
  ["Which category has the lowest revenue?", `SELECT p.categoria, ${REVENUE} s ${SALES} GROUP BY 1 ORDER BY s LIMIT 1`],
  [
    "Show me units sold per product in 2025",
    `SELECT p.nome, SUM(r.quantita) ${SALES} WHERE ${YEAR} = '2025' GROUP BY 1`,
  ],
  ["How many customers by segment?", `SELECT c.segmento, COUNT(DISTINCT c.id) ${SALES} GROUP BY 1`],
  [
    "Best five stores by revenue in 2024",
    `SELECT n.nome, ${REVENUE} s ${SALES} WHERE ${YEAR} = '2024' GROUP BY 1 ORDER BY s DESC LIMIT 5`,
  ],
  [
    "Vendite di vino e olio per anno",
    `SELECT p.nome, ${YEAR}, ${REVENUE} ${SALES} WHERE p.nome IN ('Vino', 'Olio extravergine') GROUP BY 1, 2`,
  ],
  [
    "Fatturato degli outlet per trimestre nel 2024",
    `SELECT ${QUARTER}, ${REVENUE} ${SALES} WHERE n.formato = 'Outlet' AND ${YEAR} = '2024' GROUP BY 1`,
  ],
  ["Return rate by category", `SELECT p.categoria, ${RETURN_RATE} ${SALES} GROUP BY 1`],
  [
    "Compare revenue in 2024 and 2025 by channel",
    `SELECT o.canale, ${YEAR}, ${REVENUE} ${SALES} WHERE ${YEAR} IN ('2024', '2025') GROUP BY 1, 2`,
  ],
  [
    "In quale mese abbiamo venduto di più nel 2025?",
    `SELECT ${MONTH}, ${REVENUE} s ${SALES} WHERE ${YEAR} = '2025' GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  [
    "Qual è il prodotto più venduto a Napoli?",
    `SELECT p.nome, SUM(r.quantita) s ${SALES} WHERE n.citta = 'Napoli' GROUP BY 1 ORDER BY s DESC, 1 LIMIT 1`,
  ],
  [
    "Loyalty customers' revenue by region",
    `SELECT n.regione, ${REVENUE} ${SALES} WHERE c.segmento = 'Fedeltà' GROUP BY 1`,
  ],
  [
    "Margine percentuale per marca",
    `SELECT p.marca, ROUND(100 * SUM(r.importo_netto - r.quantita * p.costo) / SUM(r.importo_netto), 2) ${SALES} GROUP BY 1`,
  ],
  ["Numero di ordini dei clienti di Milano", `SELECT COUNT(DISTINCT o.id) ${SALES} WHERE c.citta = 'Milano'`],
  [
    "Fatturato per area geografica",
    `SELECT CASE WHEN n.regione IN ('Lombardia', 'Piemonte', 'Liguria', 'Veneto', 'Emilia-Romagna') THEN 'Nord' WHEN n.regione IN ('Lazio', 'Toscana') THEN 'Centro' WHEN n.regione IN ('Campania', 'Puglia') THEN 'Sud' ELSE 'Isole' END, ${REVENUE} ${SALES} GROUP BY 1`,
  ],
  // Questions it has to refuse.
  ["Fatturato per regione escluso il Lazio", null],
  ["Vendite negli ultimi 30 giorni", null],
  ["Fatturato di Trieste", null],
  ["Negozi con fatturato superiore a 1000", null],
  ["Crescita percentuale del fatturato nel 2025", null],
  ["top 5", null],
  ["ciao", null],
  ["Drop table ordini", null],
  ["Revenue not in Rome", null],
  ["Fatturato medio mensile", null],
  ["Negozi senza vendite nel 2024", null],
  ["What is the weather in Milan?", null],
  ["Fatturato dal 2025", null],
  ["Fatturato di Milano e del Lazio", null],
  ["Top 3 prodotti per ogni regione", null],
  ["Quali clienti hanno fatto più di 10 ordini?", null],
  ["Negozi peggiori per tasso di resi", null],
  ["Fatturato di Milano in Toscana", null],
  ["Primi 3 mesi per fatturato", null],
  ["Margine sul fatturato per regione", null],
  ["Fatturato per motivo del reso", null],
  ["Fatturato nel 2019", null],
  ["Fatturato al netto dei resi", null],
  ["Regioni con più vendite che resi", null],
  ["Sales where region != Lazio", null],
];
