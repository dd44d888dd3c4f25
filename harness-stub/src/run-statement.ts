import type { DatabaseSync } from "node:sqlite";
import type { DwhValue, QueryResult } from "./dwh-types.ts";

const MAX_BYTES = 8 * 1024 * 1024;

/** Runs one statement on an open database; stops after `limit` rows, or 8 MiB of values. */
export function runStatement(database: DatabaseSync, sql: string, limit: number): QueryResult {
  const started = performance.now();
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const described = statement.columns();
  if (described.length === 0) throw new Error("not authorized: it returns no rows");
  const columns = described.map(({ name, type }) => ({ name, type: type ?? "" }));
  const rows: DwhValue[][] = [];
  let bytes = 0;
  let truncated = false;
  for (const row of statement.iterate() as Iterable<unknown>) {
    const values = (row as unknown[]).map(jsonValue);
    bytes += values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);
    truncated = rows.length === limit || bytes > MAX_BYTES;
    if (truncated) break;
    rows.push(values);
  }
  return { columns, rows, truncated, ms: Math.round(performance.now() - started) };
}

function jsonValue(value: unknown): DwhValue {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return Buffer.from(value as Uint8Array).toString("base64");
}
