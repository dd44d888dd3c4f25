import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATEGORIES, REGIONS } from "./catalogue.ts";
import { createDemoDwh } from "./dwh.ts";

const folder = mkdtempSync(join(tmpdir(), "demo-dwh-"));
const path = join(folder, "dwh.sqlite");
let db: DatabaseSync;

beforeAll(() => {
  createDemoDwh(path);
  db = new DatabaseSync(path, { readOnly: true });
});

afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const column = (sql: string): unknown[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);

test("is the same file every time, and small", () => {
  const again = join(folder, "again.sqlite");
  createDemoDwh(again);
  expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  expect(statSync(path).size).toBeLessThan(4 * 1024 * 1024);
});

test("covers January 2024 to October 2026 and every member of its dimensions", () => {
  expect(column("SELECT DISTINCT substr(data, 1, 7) FROM ordini ORDER BY 1")).toHaveLength(34);
  expect(db.prepare("SELECT MIN(data) AS first, MAX(data) AS last FROM ordini").get()).toEqual({
    first: "2024-01-01",
    last: "2026-10-31",
  });
  const sold = "FROM righe_ordine r JOIN ordini o ON o.id = r.ordine_id JOIN negozi n ON n.id = o.negozio_id";
  expect(column(`SELECT DISTINCT n.regione ${sold}`).sort()).toEqual([...REGIONS].sort());
  expect(
    column("SELECT DISTINCT p.categoria FROM righe_ordine r JOIN prodotti p ON p.id = r.prodotto_id").sort(),
  ).toEqual([...CATEGORIES].sort());
});

test("keeps its foreign keys and its amounts consistent", () => {
  expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(
    column(
      "SELECT COUNT(*) FROM righe_ordine WHERE ABS(importo_netto - quantita * prezzo_unitario * (1 - sconto)) > 0.0051",
    ),
  ).toEqual([0]);
  expect(
    column(
      "SELECT COUNT(*) FROM (SELECT riga_id, SUM(quantita) AS q FROM resi GROUP BY riga_id) z JOIN righe_ordine r ON r.id = z.riga_id WHERE z.q > r.quantita",
    ),
  ).toEqual([0]);
});

test("has lines returned in two goes, and a December above the average month", () => {
  expect(
    column("SELECT COUNT(*) FROM (SELECT riga_id FROM resi GROUP BY riga_id HAVING COUNT(*) > 1)")[0],
  ).toBeGreaterThan(10);
  const december = column("SELECT COUNT(*) FROM ordini WHERE data LIKE '2025-12%'")[0] as number;
  const year = column("SELECT COUNT(*) FROM ordini WHERE data LIKE '2025%'")[0] as number;
  expect(december).toBeGreaterThan((year / 12) * 1.2);
});
