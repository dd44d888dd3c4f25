import { defineCommand, SESSION_ID } from "../command.ts";
import { oneLine, table } from "../output.ts";
import { Problem } from "../problem.ts";
import { openSession, type Session } from "../session.ts";
import { sessionFolder } from "../session-folders.ts";
import { brokenRow, sessionRow } from "../session-row.ts";
import type { Workspace } from "../workspace.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  run(context, { ID }) {
    const value = shown(context.workspace(), ID);
    return { value, text: () => listing(value) };
  },
});

function shown(workspace: Workspace, id: string): Record<string, unknown> {
  const folder = sessionFolder(workspace.sessionsRoot, id);
  try {
    return detail(openSession(workspace, id));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "unreadable") throw error;
    const { problem, resumable, archived } = brokenRow(id, error);
    return { id, problem, path: folder, resumable, archived };
  }
}

// The manifest's own fields first: whatever else it says never hides what is computed.
function detail(session: Session) {
  const { manifest, entries, phase } = session;
  return {
    ...manifest.fields,
    ...sessionRow(session),
    phase,
    has_schema_linking: entries.some((entry) => entry.key === "schema_linking"),
    documents: entries.map(({ key, phase, bytes, updated_at }) => ({ key, phase, bytes, updated_at })),
  };
}

function listing(value: Record<string, unknown>): string {
  const text = (item: unknown) =>
    item !== null && typeof item === "object" ? JSON.stringify(item) : String(item ?? "");
  return table(Object.entries(value).map(([key, item]) => [key, oneLine(text(item), 160)]));
}
