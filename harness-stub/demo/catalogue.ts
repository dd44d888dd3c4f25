// The members of the sample warehouse's dimensions. The generator and the offline model's value index read the same
// lists, so that a place or a product the data holds is always one the model knows.

export type Store = { name: string; city: string; region: string; format: string; weight: number };
export type Product = { name: string; category: string; brand: string; price: number; cost: number };

export const CHANNELS = ["In negozio", "Online", "App"] as const;
export const SEGMENTS = ["Privato", "Azienda", "Fedeltà"] as const;
export const RETURN_REASONS = ["Difettoso", "Taglia errata", "Ripensamento", "Danneggiato", "In ritardo"] as const;

/** Italian statistical areas, restricted to regions that can hold a store. */
export const AREAS: Record<string, readonly string[]> = {
  Nord: ["Emilia-Romagna", "Liguria", "Lombardia", "Piemonte", "Veneto"],
  Centro: ["Lazio", "Toscana"],
  Sud: ["Campania", "Puglia"],
  Isole: ["Sardegna", "Sicilia"],
};

const store = (name: string, city: string, region: string, format: string, weight: number): Store => ({
  name,
  city,
  region,
  format,
  weight,
});

export const STORES: readonly Store[] = [
  store("Milano Duomo", "Milano", "Lombardia", "Flagship", 16),
  store("Milano Navigli", "Milano", "Lombardia", "Standard", 9),
  store("Bergamo Alta", "Bergamo", "Lombardia", "Standard", 5),
  store("Bergamo Outlet", "Bergamo", "Lombardia", "Outlet", 6),
  store("Torino Lingotto", "Torino", "Piemonte", "Flagship", 9),
  store("Torino Porta Nuova", "Torino", "Piemonte", "Standard", 6),
  store("Genova Porto Antico", "Genova", "Liguria", "Standard", 5),
  store("Verona Arena", "Verona", "Veneto", "Standard", 6),
  store("Venezia Mestre", "Venezia", "Veneto", "Outlet", 4),
  store("Bologna Piazza Maggiore", "Bologna", "Emilia-Romagna", "Flagship", 8),
  store("Firenze Santa Croce", "Firenze", "Toscana", "Standard", 7),
  store("Roma Termini", "Roma", "Lazio", "Flagship", 13),
  store("Roma Prati", "Roma", "Lazio", "Standard", 7),
  store("Roma Outlet", "Roma", "Lazio", "Outlet", 6),
  store("Napoli Vomero", "Napoli", "Campania", "Standard", 8),
  store("Bari Murat", "Bari", "Puglia", "Standard", 5),
  store("Palermo Politeama", "Palermo", "Sicilia", "Standard", 5),
  store("Catania Etnea", "Catania", "Sicilia", "Outlet", 4),
  store("Cagliari Marina", "Cagliari", "Sardegna", "Standard", 3),
];

const product = (name: string, category: string, brand: string, price: number, cost: number): Product => ({
  name,
  category,
  brand,
  price,
  cost,
});

export const PRODUCTS: readonly Product[] = [
  product("Televisore", "Elettronica", "Lince", 649, 468),
  product("Smartphone", "Elettronica", "Lince", 529, 402),
  product("Cuffie", "Elettronica", "Delfino", 119, 63),
  product("Tablet", "Elettronica", "Delfino", 349, 259),
  product("Macchina da caffè", "Elettronica", "Aurora", 189, 112),
  product("Aspirapolvere", "Elettronica", "Aurora", 239, 151),
  product("Divano", "Arredamento", "Bosco", 899, 521),
  product("Tavolo", "Arredamento", "Bosco", 429, 236),
  product("Sedia", "Arredamento", "Bosco", 79, 38),
  product("Lampada", "Arredamento", "Aurora", 59, 24),
  product("Libreria", "Arredamento", "Ginepro", 219, 122),
  product("Tappeto", "Arredamento", "Ginepro", 149, 71),
  product("Giacca", "Abbigliamento", "Civetta", 159, 72),
  product("Camicia", "Abbigliamento", "Civetta", 59, 22),
  product("Jeans", "Abbigliamento", "Civetta", 79, 31),
  product("Maglione", "Abbigliamento", "Elleboro", 89, 37),
  product("Scarpe", "Abbigliamento", "Elleboro", 119, 52),
  product("Zaino", "Abbigliamento", "Delfino", 69, 29),
  product("Pasta", "Alimentari", "Fontana", 2.4, 1.1),
  product("Olio extravergine", "Alimentari", "Fontana", 12.9, 7.6),
  product("Vino", "Alimentari", "Ginepro", 14.5, 7.2),
  product("Caffè", "Alimentari", "Fontana", 6.9, 3.8),
  product("Cioccolato", "Alimentari", "Fontana", 3.9, 1.7),
  product("Miele", "Alimentari", "Ginepro", 8.9, 4.9),
  product("Shampoo", "Bellezza", "Elleboro", 9.9, 3.4),
  product("Crema viso", "Bellezza", "Elleboro", 29, 9.5),
  product("Profumo", "Bellezza", "Civetta", 79, 27),
  product("Rossetto", "Bellezza", "Civetta", 24, 7.8),
  product("Bicicletta", "Sport", "Lince", 599, 392),
  product("Racchetta", "Sport", "Delfino", 129, 64),
  product("Pallone", "Sport", "Delfino", 29, 11),
  product("Tenda", "Sport", "Bosco", 179, 96),
  product("Manubri", "Sport", "Lince", 49, 23),
  product("Costume", "Sport", "Civetta", 39, 14),
];

export const CATEGORIES = [...new Set(PRODUCTS.map((p) => p.category))];
export const BRANDS = [...new Set(PRODUCTS.map((p) => p.brand))];
export const CITIES = [...new Set(STORES.map((s) => s.city))];
export const REGIONS = [...new Set(STORES.map((s) => s.region))];

export const FIRST_NAMES =
  "Anna Bruno Carla Dario Elena Fabio Giulia Luca Marta Nicola Olga Paolo Rita Sara Tommaso Ugo Valeria Walter Zoe Irene".split(
    " ",
  );
export const LAST_NAMES =
  "Amato Bianchi Colombo Conti Costa Esposito Ferrari Galli Greco Leone Marini Moretti Ricci Rinaldi Romano Russo Serra Villa".split(
    " ",
  );

/** First and last day on which an order can be placed. */
export const ORDER_PERIOD = { first: "2024-01-01", last: "2026-10-31" } as const;
