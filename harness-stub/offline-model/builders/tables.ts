import type { DwhValue, QueryResult } from "../../src/dwh-types.ts";

const cell = (value: string): string => value.replaceAll("|", "\\|").replace(/\s+/g, " ");

/** A markdown table; columns of `numeric` are aligned to the right. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly boolean[] = [],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(header), line(header.map((_, i) => (numeric[i] ? "---:" : "---"))), ...rows.map(line)].join("\n");
}

/** The first rows of a result as a markdown table, with the result's own column names. */
export function resultTable(result: QueryResult, limit: number, decimals: Record<string, number> = {}): string {
  const names = result.columns.map((column) => column.name);
  const numeric = names.map((_, i) => result.rows.every((row) => row[i] === null || typeof row[i] === "number"));
  const rows = result.rows.slice(0, limit).map((row) => row.map((value, i) => format(value, decimals[names[i] ?? ""])));
  return markdownTable(names, rows, numeric);
}

function format(value: DwhValue, decimals: number | undefined): string {
  if (value === null) return "—";
  return typeof value === "number" && decimals ? value.toFixed(decimals) : String(value);
}
