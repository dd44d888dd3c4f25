import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { openSearch } from "../../search/index.ts";
import { fail, ok, type Verdict, warn } from "./finding.ts";

const REINDEX = "Mend that, then run: thoth sessions reindex";

/** An index that takes longer is at work, and so can be. */
const PATIENCE_MS = 10_000;

/** Whether the index of what was said can be read and written. One that is not there yet is not made. */
export async function checkSearch(
  places: Pick<Config, "workspace" | "home" | "tht">,
  env: NodeJS.ProcessEnv,
): Promise<Verdict> {
  if (!existsSync(join(places.home, "sessions.db"))) return ok("no index yet: the first search makes it");
  const opened = openSearch({ places, env, cwd: places.workspace, patienceMs: PATIENCE_MS });
  try {
    const { notice } = await opened.search.search({ q: "" });
    if (notice?.code === "switched-off") return ok("switched off by sessions_search in workspace.yaml");
    if (notice?.code === "not-writable") return fail(notice.text, REINDEX);
    const { file, bytes, agents, problems } = await opened.search.status();
    const sessions = agents.reduce((sum, agent) => sum + agent.sessions, 0);
    const whose = agents.map(({ agent }) => agent).join(", ") || "nobody";
    const said = `${sessions} sessions of ${whose}, ${Math.ceil(bytes / 1e6)} MB`;
    if (problems.length === 0) return ok(said);
    const unread = problems.map(({ agent, path, detail }) => `${agent}: ${path}: ${detail}`).join("\n");
    return warn(`${said}; some can't be read:\n${unread}`, `${REINDEX}. The index is ${file}.`);
  } finally {
    await opened.close();
  }
}
