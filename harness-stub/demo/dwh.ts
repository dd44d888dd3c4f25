import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import {
  CHANNELS,
  FIRST_NAMES,
  LAST_NAMES,
  ORDER_PERIOD,
  PRODUCTS,
  RETURN_REASONS,
  SEGMENTS,
  STORES,
} from "./catalogue.ts";
import { seededRandom, weightedPicker } from "./random.ts";

const SEED = 20_240_101;
const DAY = 86_400_000;
const ORDERS_A_DAY = 9;

const TABLES = `
CREATE TABLE negozi (
  id INTEGER PRIMARY KEY, nome TEXT NOT NULL UNIQUE, citta TEXT NOT NULL, regione TEXT NOT NULL, formato TEXT NOT NULL
);
CREATE TABLE prodotti (
  id INTEGER PRIMARY KEY, nome TEXT NOT NULL UNIQUE, categoria TEXT NOT NULL, marca TEXT NOT NULL,
  prezzo_listino REAL NOT NULL, costo REAL NOT NULL
);
CREATE TABLE clienti (
  id INTEGER PRIMARY KEY, nome TEXT NOT NULL UNIQUE, segmento TEXT NOT NULL, citta TEXT NOT NULL, regione TEXT NOT NULL
);
CREATE TABLE ordini (
  id INTEGER PRIMARY KEY, data TEXT NOT NULL, negozio_id INTEGER NOT NULL REFERENCES negozi (id),
  cliente_id INTEGER NOT NULL REFERENCES clienti (id), canale TEXT NOT NULL
);
CREATE TABLE righe_ordine (
  id INTEGER PRIMARY KEY, ordine_id INTEGER NOT NULL REFERENCES ordini (id),
  prodotto_id INTEGER NOT NULL REFERENCES prodotti (id), quantita INTEGER NOT NULL, prezzo_unitario REAL NOT NULL,
  sconto REAL NOT NULL, importo_netto REAL NOT NULL
);
CREATE TABLE resi (
  id INTEGER PRIMARY KEY, riga_id INTEGER NOT NULL REFERENCES righe_ordine (id), data_reso TEXT NOT NULL,
  quantita INTEGER NOT NULL, importo REAL NOT NULL, motivo TEXT NOT NULL
);
CREATE INDEX righe_per_ordine ON righe_ordine (ordine_id);
CREATE INDEX resi_per_riga ON resi (riga_id);`;

// How much each category sells in each month, January first: gifts in December, garden and sport in summer.
const SEASONS: Record<string, readonly number[]> = {
  Elettronica: [8, 6, 6, 6, 7, 7, 7, 6, 8, 8, 13, 18],
  Arredamento: [9, 8, 9, 9, 8, 7, 6, 4, 9, 10, 11, 8],
  Abbigliamento: [11, 6, 8, 9, 8, 7, 10, 5, 9, 10, 9, 11],
  Alimentari: [8, 8, 8, 9, 8, 7, 7, 6, 8, 9, 10, 15],
  Bellezza: [7, 9, 8, 8, 9, 8, 7, 6, 8, 8, 9, 15],
  Sport: [7, 6, 8, 10, 12, 13, 12, 8, 7, 6, 6, 9],
};
const MONTHS = [1.05, 0.85, 0.92, 0.95, 0.98, 0.96, 0.93, 0.7, 1, 1.05, 1.2, 1.55];
const YEARS: Record<string, number> = { "2024": 0.9, "2025": 1, "2026": 1.08 };
const CHANNEL_WEIGHTS: Record<string, readonly number[]> = {
  "2024": [74, 20, 6],
  "2025": [68, 23, 9],
  "2026": [61, 26, 13],
};
const QUANTITIES: Record<string, readonly number[]> = { Alimentari: [2, 4, 4, 3, 2, 2], Bellezza: [5, 3, 1] };

const cents = (value: number): number => Math.round(value * 100) / 100;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Writes the sample retail warehouse to `path` (replacing what is there): the same rows on every run. */
export function createDemoDwh(path: string): void {
  rmSync(path, { force: true });
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; BEGIN");
    db.exec(TABLES);
    const random = seededRandom(SEED);
    fillDimensions(db, random);
    fillFacts(db, random);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

function fillDimensions(db: DatabaseSync, random: () => number): void {
  const stores = db.prepare("INSERT INTO negozi (nome, citta, regione, formato) VALUES (?, ?, ?, ?)");
  for (const store of STORES) stores.run(store.name, store.city, store.region, store.format);
  const products = db.prepare(
    "INSERT INTO prodotti (nome, categoria, marca, prezzo_listino, costo) VALUES (?, ?, ?, ?, ?)",
  );
  for (const item of PRODUCTS) products.run(item.name, item.category, item.brand, item.price, item.cost);
  const customers = db.prepare("INSERT INTO clienti (nome, segmento, citta, regione) VALUES (?, ?, ?, ?)");
  const segment = weightedPicker([60, 15, 25], random);
  const home = weightedPicker(
    STORES.map((store) => store.weight),
    random,
  );
  for (const last of LAST_NAMES) {
    for (const first of FIRST_NAMES) {
      const place = STORES[home()] as (typeof STORES)[number];
      customers.run(`${first} ${last}`, SEGMENTS[segment()] as string, place.city, place.region);
    }
  }
}

function fillFacts(db: DatabaseSync, random: () => number): void {
  const orders = db.prepare("INSERT INTO ordini (data, negozio_id, cliente_id, canale) VALUES (?, ?, ?, ?)");
  const lines = db.prepare(
    "INSERT INTO righe_ordine (ordine_id, prodotto_id, quantita, prezzo_unitario, sconto, importo_netto) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const returns = db.prepare("INSERT INTO resi (riga_id, data_reso, quantita, importo, motivo) VALUES (?, ?, ?, ?, ?)");
  const pickStore = weightedPicker(
    STORES.map((store) => store.weight),
    random,
  );
  const pickChannel = Object.fromEntries(
    Object.entries(CHANNEL_WEIGHTS).map(([year, weights]) => [year, weightedPicker(weights, random)]),
  );
  const pickProduct = MONTHS.map((_, month) =>
    weightedPicker(
      PRODUCTS.map((item) => popularity(item.category, item.price, month)),
      random,
    ),
  );
  const pickLines = weightedPicker([42, 32, 17, 9], random);
  const pickReason = weightedPicker([28, 24, 27, 13, 8], random);
  const pickQuantity = Object.fromEntries(
    [...new Set(PRODUCTS.map((item) => item.category))].map((category) => [
      category,
      weightedPicker(QUANTITIES[category] ?? [8, 1, 1], random),
    ]),
  );
  const customers = LAST_NAMES.length * FIRST_NAMES.length;
  let orderId = 0;
  let lineId = 0;
  for (let time = Date.parse(ORDER_PERIOD.first); time <= Date.parse(ORDER_PERIOD.last); time += DAY) {
    const date = day(time);
    const year = date.slice(0, 4);
    const month = Number(date.slice(5, 7)) - 1;
    const weekend = [0, 6].includes(new Date(time).getUTCDay()) ? 1.35 : 0.86;
    const count = Math.round(
      ORDERS_A_DAY * weekend * (YEARS[year] ?? 1) * (MONTHS[month] ?? 1) * (0.7 + random() * 0.6),
    );
    for (let n = 0; n < count; n++) {
      const storeIndex = pickStore();
      // A square skews the draw, so that a few customers buy often and some hardly ever.
      const customer = 1 + Math.floor(random() ** 2 * customers);
      const channel = CHANNELS[(pickChannel[year] as () => number)()] as string;
      orders.run(date, storeIndex + 1, customer, channel);
      orderId++;
      for (let left = 1 + pickLines(); left > 0; left--) {
        const productIndex = (pickProduct[month] as () => number)();
        const item = PRODUCTS[productIndex] as (typeof PRODUCTS)[number];
        const quantity = 1 + (pickQuantity[item.category] as () => number)();
        const outlet = STORES[storeIndex]?.format === "Outlet";
        const price = cents(item.price * (year === "2026" ? 1.03 : 1));
        const discount = (outlet ? 0.1 : 0) + (random() < 0.35 ? 0.05 * (1 + Math.floor(random() * 4)) : 0);
        const rounded = cents(discount);
        const net = cents(quantity * price * (1 - rounded));
        lines.run(orderId, productIndex + 1, quantity, price, rounded, net);
        lineId++;
        returnLine(item.category, channel, quantity, net, time);
      }
    }
  }

  function returnLine(category: string, channel: string, quantity: number, net: number, time: number): void {
    const likely =
      (category === "Abbigliamento" ? 0.09 : category === "Alimentari" ? 0.01 : 0.04) +
      (channel === "In negozio" ? 0 : 0.03);
    if (random() >= likely) return;
    // Some lines come back in two goes: a join of lines with returns must not count those lines twice.
    const parts = quantity > 1 && random() < 0.5 ? [1, quantity - 1] : [quantity];
    for (const [index, part] of parts.entries()) {
      const when = Math.min(time + DAY * (2 + Math.floor(random() * 25) + index * 3), Date.parse(ORDER_PERIOD.last));
      returns.run(lineId, day(when), part, cents((net * part) / quantity), RETURN_REASONS[pickReason()] as string);
    }
  }
}

// Cheap things sell more often than dear ones; the season of the category does the rest.
function popularity(category: string, price: number, month: number): number {
  return ((SEASONS[category]?.[month] ?? 8) * 10) / Math.sqrt(20 + price);
}
