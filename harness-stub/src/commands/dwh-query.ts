import { usage } from "../arguments.ts";
import { type Context, defineCommand } from "../command.ts";
import { inputText, readInput } from "../document-input.ts";
import { dwhPath } from "../dwh.ts";
import { runQuery } from "../dwh-query.ts";
import type { QueryResult } from "../dwh-types.ts";
import { table } from "../output.ts";

const MAX_SQL_BYTES = 1024 * 1024;

export const command = defineCommand({
  options: {
    sql: { type: "text", value: "SQL", help: "The statement" },
    "sql-file": { type: "text", value: "FILE", help: "The file to take it from; - for standard input" },
    limit: { type: "number", value: "N", min: 1, max: 100_000, fallback: 200, help: "At most so many rows" },
    "timeout-ms": { type: "number", value: "N", min: 1, max: 600_000, fallback: 5_000, help: "Stop it after so long" },
  },
  async run(context, values) {
    const path = dwhPath(context.workspace());
    const sql = await sqlText(context, values.sql, values["sql-file"]);
    const result = await runQuery({ path, sql, limit: values.limit, timeoutMs: values["timeout-ms"] });
    return { value: result, text: () => listing(result) };
  },
});

async function sqlText(context: Context, sql: string | undefined, file: string | undefined): Promise<string> {
  if ((sql === undefined) === (file === undefined)) throw usage("Give either --sql or --sql-file.");
  if (file === undefined) return sql ?? "";
  return inputText(await readInput(context, file, MAX_SQL_BYTES), "invalid-document", "The statement");
}

function listing({ columns, rows, truncated }: QueryResult): string {
  const cells = [columns.map(({ name }) => name), ...rows.map((row) => row.map((value) => String(value ?? "")))];
  return `${table(cells)}${truncated ? "\n…more rows were left out (--limit)" : ""}`;
}
