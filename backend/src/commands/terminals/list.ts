import type { Terminal } from "../../../api/terminals.ts";
import { textTable } from "../../lib/text-table.ts";
import { jsonText } from "../json-text.ts";
import { findServer } from "../running-server.ts";

type Flags = Partial<Record<"json" | "workspace", string>>;

/** `thoth terminals list`. */
export async function list(flags: Flags): Promise<number> {
  const server = await findServer(flags);
  const { body: terminals } = await server.ask<Terminal[]>("GET", "/terminals");
  if (flags.json !== undefined) console.log(jsonText(terminals));
  else console.log(terminals.length === 0 ? "No terminal is open." : textTable(terminals.map(row)));
  return 0;
}

function row({ id, state, exitCode, signal, agent, title, cwd }: Terminal): string[] {
  const end = state === "exited" ? `exited ${exitCode ?? signal ?? ""}`.trim() : state;
  return [id, end, agent ?? "-", title.replaceAll(/\p{Cc}/gu, " "), cwd];
}
