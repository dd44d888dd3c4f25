import { defineCommand } from "../command.ts";
import { oneLine, table } from "../output.ts";
import { listSessions } from "../session-list/list-sessions.ts";
import type { SessionRow } from "../session-row.ts";

export const command = defineCommand({
  async run(context) {
    const json = await listSessions(context.workspace());
    return { value: json, text: () => listing(JSON.parse(json.toString()) as SessionRow[]) };
  },
});

function listing(rows: readonly SessionRow[]): string {
  if (rows.length === 0) return "No sessions yet.";
  const lines = rows.map((row) => [row.id, stateOf(row), row.group ?? "", oneLine(row.name ?? row.question ?? "", 60)]);
  return table([["ID", "STATE", "GROUP", "NAME"], ...lines]);
}

function stateOf(row: SessionRow): string {
  if (row.problem?.severity === "error") return row.problem.code;
  if (row.archived) return "archived";
  if (row.status === "finalized" || !row.phase) return "finalized";
  return `${row.phase.code} ${row.phase.next}${row.status === "closed" ? ", closed" : ""}`;
}
