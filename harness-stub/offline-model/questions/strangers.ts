import { MARGIN, MONTH, QUARTER, RETURN_RATE, RETURNS, REVENUE, type Reference, SALES, YEAR } from "./reference.ts";

// Written down before the rules met them. What they brought to light was mended afterwards, so that by now they only
// keep it mended; the questions of held-out.ts are the ones that measure.
export const STRANGERS: readonly Reference[] = [
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
  [
    "Qual è stato il fatturato dei negozi flagship nel terzo trimestre del 2025?",
    `SELECT ${REVENUE} ${SALES} WHERE n.formato='Flagship' AND o.data BETWEEN '2025-07-01' AND '2025-09-30'`,
  ],
  [
    "Vorrei sapere quali categorie hanno il tasso di reso più alto",
    `SELECT p.categoria, ${RETURN_RATE} ${SALES} GROUP BY 1`,
  ],
  [
    "Elenca i 7 prodotti con il margine più basso a Bologna",
    `SELECT p.nome, ${MARGIN} m ${SALES} WHERE n.citta='Bologna' GROUP BY 1 ORDER BY m LIMIT 7`,
  ],
  [
    "Numero di clienti attivi per mese nel 2025 in Puglia",
    `SELECT ${MONTH}, COUNT(DISTINCT o.cliente_id) ${SALES} WHERE n.regione='Puglia' AND ${YEAR}='2025' GROUP BY 1`,
  ],
  [
    "Fatturato di Milano Duomo e Milano Navigli per trimestre",
    `SELECT n.nome, ${QUARTER}, ${REVENUE} ${SALES} WHERE n.nome IN ('Milano Duomo','Milano Navigli') GROUP BY 1,2`,
  ],
  ["In quale regione i clienti comprano di più online?", null],
  [
    "Rimborsi per mese nel 2026",
    `SELECT substr(z.data_reso,1,7), ROUND(SUM(z.importo),2) ${RETURNS} WHERE z.data_reso LIKE '2026%' GROUP BY 1`,
  ],
  ["Quanto incassano gli outlet del Sud?", null],
  ["Unità vendute di smartphone e tablet a Natale 2025", null],
  [
    "Sconto medio dei clienti azienda per canale",
    `SELECT o.canale, ROUND(100*AVG(r.sconto),2) ${SALES} WHERE c.segmento='Azienda' GROUP BY 1`,
  ],
  [
    "Ordini per giorno a gennaio 2026",
    `SELECT o.data, COUNT(DISTINCT o.id) ${SALES} WHERE ${MONTH}='2026-01' GROUP BY 1`,
  ],
  ["Differenza di fatturato tra Roma e Milano", null],
  ["Fatturato medio per cliente nel 2025", null],
  [
    "Quali sono i marchi più venduti nell'abbigliamento?",
    `SELECT p.marca, SUM(r.quantita) ${SALES} WHERE p.categoria='Abbigliamento' GROUP BY 1`,
  ],
  ["Percentuale di vendite online", null],
  [
    "Fatturato per segmento e canale nel primo semestre 2026",
    `SELECT c.segmento, o.canale, ${REVENUE} ${SALES} WHERE o.data BETWEEN '2026-01-01' AND '2026-06-30' GROUP BY 1,2`,
  ],
  ["Resi difettosi per prodotto", `SELECT p.nome, COUNT(*) ${RETURNS} WHERE z.motivo='Difettoso' GROUP BY 1`],
  [
    "Quale città ha avuto più resi nel 2025?",
    `SELECT n.citta, COUNT(*) s ${RETURNS} WHERE z.data_reso LIKE '2025%' GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  ["Ricavi e margine percentuale per marca in ordine decrescente", null],
  ["Clienti che hanno acquistato almeno due volte", null],
  ["What was our revenue in Q2 2025?", `SELECT ${REVENUE} ${SALES} WHERE o.data BETWEEN '2025-04-01' AND '2025-06-30'`],
  [
    "Show the monthly gross margin for electronics in 2024",
    `SELECT ${MONTH}, ${MARGIN} ${SALES} WHERE p.categoria='Elettronica' AND ${YEAR}='2024' GROUP BY 1`,
  ],
  [
    "Top ten products by profit in southern Italy",
    `SELECT p.nome, ${MARGIN} s ${SALES} WHERE n.regione IN ('Campania','Puglia') GROUP BY 1 ORDER BY s DESC, 1 LIMIT 10`,
  ],
  [
    "How much did business customers spend in Florence in 2025?",
    `SELECT ${REVENUE} ${SALES} WHERE c.segmento='Azienda' AND n.citta='Firenze' AND ${YEAR}='2025'`,
  ],
  ["Which brand has the fewest returns?", `SELECT p.marca, COUNT(*) s ${RETURNS} GROUP BY 1 ORDER BY s, 1 LIMIT 1`],
  ["Number of orders by channel and year", `SELECT o.canale, ${YEAR}, COUNT(DISTINCT o.id) ${SALES} GROUP BY 1,2`],
  [
    "Average basket value for online orders in 2026",
    `SELECT ROUND(SUM(r.importo_netto)/COUNT(DISTINCT o.id),2) ${SALES} WHERE o.canale='Online' AND ${YEAR}='2026'`,
  ],
  ["Revenue from customers living in Rome", null],
  ["Revenue from Rome customers by store", `SELECT n.nome, ${REVENUE} ${SALES} WHERE c.citta='Roma' GROUP BY 1`],
  ["Least profitable stores in 2025", null],
  ["Sales by category excluding food", null],
  [
    "Best month for bike sales",
    `SELECT ${MONTH}, ${REVENUE} s ${SALES} WHERE p.nome = 'Bicicletta' GROUP BY 1 ORDER BY s DESC LIMIT 1`,
  ],
  ["Did Turin sell more than Genoa in 2025?", null],
  ["Products never sold in Cagliari", null],
  [
    "Units returned by reason in 2025",
    `SELECT z.motivo, SUM(z.quantita) ${RETURNS} WHERE z.data_reso LIKE '2025%' GROUP BY 1`,
  ],
  ["Sales in December of every year", `SELECT ${YEAR}, ${REVENUE} ${SALES} WHERE substr(o.data,6,2)='12' GROUP BY 1`],
  [
    "Fatturato netto dei prodotti Lince venduti via app",
    `SELECT ${REVENUE} ${SALES} WHERE p.marca='Lince' AND o.canale='App'`,
  ],
  [
    "Migliori 3 mesi del 2025 per numero di ordini",
    `SELECT ${MONTH}, COUNT(DISTINCT o.id) s ${SALES} WHERE ${YEAR}='2025' GROUP BY 1 ORDER BY s DESC LIMIT 3`,
  ],
  [
    "Vendite di Bosco nel Veneto e in Liguria nel 2024",
    `SELECT n.regione, ${REVENUE} ${SALES} WHERE p.marca='Bosco' AND n.regione IN ('Veneto','Liguria') AND ${YEAR}='2024' GROUP BY 1`,
  ],
  [
    "Quante bici e quanti palloni abbiamo venduto?",
    `SELECT p.nome, SUM(r.quantita) ${SALES} WHERE p.nome IN ('Bicicletta','Pallone') GROUP BY 1`,
  ],
];
