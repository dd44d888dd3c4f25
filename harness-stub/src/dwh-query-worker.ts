import { constants, DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { type QueryReply, type QueryRequest, STARTED } from "./dwh-query.ts";
import type { DwhValue, QueryResult } from "./dwh-types.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const HEAP_LIMIT = 512 * 1024 * 1024;
const READS = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

parentPort?.postMessage(STARTED);
parentPort?.postMessage(JSON.stringify(reply(workerData as QueryRequest)));

function reply(request: QueryRequest): QueryReply {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(request.path, { readOnly: true, allowExtension: false });
    database.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT}`);
    database.setAuthorizer((action) => (READS.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY));
    return { result: run(database, request) };
  } catch (error) {
    const message = (error as Error).message;
    const refused = /not authorized|prohibited|readonly database/i.test(message);
    return {
      problem: refused
        ? {
            code: "query-refused",
            message: `The statement was refused: ${message}.`,
            hint: "Only reading is allowed: send a SELECT.",
          }
        : {
            code: "query-failed",
            message: `The statement failed: ${message}.`,
            hint: "Check it against `tht dwh schema`.",
          },
    };
  } finally {
    database?.close();
  }
}

function run(database: DatabaseSync, { sql, limit }: QueryRequest): QueryResult {
  const started = performance.now();
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name, type }) => ({ name, type: type ?? "" }));
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
