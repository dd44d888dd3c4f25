import { defineCommand } from "../command.ts";
import { oneLine, table } from "../output.ts";
import { type SessionRow, sessionRows } from "../session.ts";

export const command = defineCommand({
  run(context) {
    const rows = sessionRows(context.workspace());
    return { value: rows, text: () => (rows.length > 0 ? listing(rows) : "No sessions yet.") };
  },
});

function listing(rows: readonly SessionRow[]): string {
  const lines = rows.map((row) => [row.id, stateOf(row), row.group ?? "", oneLine(row.name ?? row.question ?? "", 60)]);
  return table([["ID", "STATE", "GROUP", "NAME"], ...lines]);
}

function stateOf(row: SessionRow): string {
  if (row.problem?.severity === "error") return row.problem.code;
  if (row.archived) return "archived";
  if (row.status === "finalized" || !row.phase) return "finalized";
  return `${row.phase.code} ${row.phase.next}${row.status === "closed" ? ", closed" : ""}`;
}
