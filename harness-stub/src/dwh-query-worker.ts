import { constants, DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { type QueryReply, type QueryRequest, STARTED } from "./dwh-query.ts";
import { runStatement } from "./run-statement.ts";

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
    return { result: runStatement(database, request.sql, request.limit) };
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
