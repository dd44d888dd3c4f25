import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { QueryResult } from "./dwh-types.ts";
import { Problem, type ProblemCode } from "./problem.ts";
import { countStatements } from "./sql-statement.ts";

const CHILD = fileURLToPath(new URL("./dwh-query-child.ts", import.meta.url));
const START_MS = 20_000;

export interface QueryRequest {
  path: string;
  sql: string;
  limit: number;
  timeoutMs: number;
}

export type QueryReply = { result: QueryResult } | { problem: { code: ProblemCode; message: string; hint: string } };

/** What the child prints, on a line of its own, when the statement begins to run. */
export const STARTED = "started";

/**
 * Runs one read-only statement in a process of its own, for SQLite can't be interrupted from within: past the limit the
 * process is killed. Throws `query-refused`, `query-failed`, `query-timeout`.
 */
export async function runQuery(request: QueryRequest): Promise<QueryResult> {
  const statements = countStatements(request.sql);
  if (statements === 0) throw new Problem("query-refused", "There is no SQL statement.", "Send one SELECT.");
  if (statements === 2) {
    throw new Problem(
      "query-refused",
      "There is more than one SQL statement.",
      "Send one SELECT at a time; join steps with WITH.",
    );
  }
  const output = await childOutput(request);
  const reply = parseReply(output);
  if ("result" in reply) return reply.result;
  throw new Problem(reply.problem.code, reply.problem.message, reply.problem.hint);
}

function parseReply(output: string): QueryReply {
  const line = output.startsWith(`${STARTED}\n`) ? output.slice(STARTED.length + 1) : "";
  if (line.endsWith("\n")) return JSON.parse(line) as QueryReply;
  const hint = "Ask for fewer or smaller values; it may have run out of memory.";
  throw new Problem("query-failed", "The statement ended without an answer.", hint);
}

function childOutput(request: QueryRequest): Promise<string> {
  // Its standard input stays open as long as this process lives: the child ends itself when it closes.
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const chunks: Buffer[] = [];
  let timedOut = false;
  const kill = () => {
    timedOut = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(kill, START_MS);
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunks.length === 0) {
        clearTimeout(timer);
        timer = setTimeout(kill, request.timeoutMs);
      }
      chunks.push(chunk);
    });
    child.on("error", (error) =>
      reject(
        new Problem("query-failed", `The query could not start: ${error.message}.`, "Try again.", { cause: error }),
      ),
    );
    child.on("close", () => {
      clearTimeout(timer);
      if (!timedOut) return resolve(Buffer.concat(chunks).toString());
      const message = `The statement ran longer than ${request.timeoutMs} ms and was stopped.`;
      reject(new Problem("query-timeout", message, "Filter or aggregate earlier, or raise --timeout-ms."));
    });
    child.stdin.on("error", () => {});
    child.stdin.write(`${JSON.stringify(request)}\n`);
  });
}
