import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDemoDwh } from "../demo/dwh.ts";
import type { DwhSchema, DwhValue, QueryResult } from "../src/dwh-types.ts";

const TABLES = ["clienti", "negozi", "ordini", "prodotti", "resi", "righe_ordine"];
const LIMIT = 200;

/** A real sample warehouse for tests, answering as `tht dwh` does. Whoever opens it closes it. */
export interface SampleWarehouse {
  schema: DwhSchema;
  query: (sql: string, limit?: number) => QueryResult;
  close: () => void;
}

export function openSampleWarehouse(): SampleWarehouse {
  const folder = mkdtempSync(join(tmpdir(), "sample-warehouse-"));
  const path = join(folder, "dwh.sqlite");
  createDemoDwh(path);
  const db = new DatabaseSync(path, { readOnly: true });
  return {
    schema: { tables: TABLES.map((name) => tableOf(db, name)) },
    query: (sql, limit = LIMIT) => run(db, sql, limit),
    close: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function run(db: DatabaseSync, sql: string, limit: number): QueryResult {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as DwhValue[][];
  const columns = statement.columns().map((column) => ({ name: column.name, type: column.type ?? "" }));
  return { columns, rows: rows.slice(0, limit), truncated: rows.length > limit, ms: 0 };
}

function tableOf(db: DatabaseSync, name: string): DwhSchema["tables"][number] {
  const columns = db.prepare(`PRAGMA table_info(${name})`).all();
  const rows = db.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get()?.n;
  return {
    name,
    columns: columns.map((column) => ({ name: String(column.name), type: String(column.type), pk: column.pk === 1 })),
    foreign_keys: [],
    rows: Number(rows),
  };
}
