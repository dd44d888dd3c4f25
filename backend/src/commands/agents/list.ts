import type { Agent } from "../../../api/agents.ts";
import { textTable } from "../../lib/text-table.ts";
import { findServer } from "../running-server.ts";

type Flags = Partial<Record<"json" | "workspace", string>>;

/** `thoth agents list`. What of the settings can't be read is told on stderr. */
export async function list(flags: Flags): Promise<number> {
  const server = await findServer(flags);
  const { body: agents, headers } = await server.ask<Agent[]>("GET", "/agents");
  const notice = headers.get("x-thoth-notice");
  if (notice !== null) console.error(decodeURIComponent(notice));
  console.log(flags.json === undefined ? textTable(agents.map(row)) : JSON.stringify(agents));
  return 0;
}

function row({ id, label, installed, install, canFork, canResume, edited, preset, verified }: Agent): string[] {
  const abilities = [canResume && "resume", canFork && "fork"].filter(Boolean).join(", ");
  const kind = !preset ? "your own" : edited ? "edited" : how(verified);
  return [id, label, abilities, kind, installed ? "installed" : (install ?? "not installed")];
}

function how(verified: Agent["verified"]): string {
  return verified?.how === "verified" ? `verified with ${verified.version}` : "from its documentation";
}
