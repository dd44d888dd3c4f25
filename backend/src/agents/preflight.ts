import type { AgentConfig } from "../../api/agents.ts";
import { type HttpProblem, problem } from "../http/problem.ts";
import { realPath } from "../lib/real-path.ts";
import type { Preset } from "./presets.ts";
import type { Store, Stored } from "./stores.ts";

interface Flight {
  verb: "fork" | "resume";
  sessionId: string;
  /** The folder that the agent will be started in. */
  cwd: string;
  config: AgentConfig;
  program: Preset | null;
  /** Where the launch will look; null where nobody knows how to look there. */
  store: Store | null;
}

/** Refuses only what the store itself shows to be in vain. "Unknown" is launched: the agent may know more. */
export function preflight(flight: Flight): void {
  const { store, sessionId, cwd } = flight;
  if (!store) return;
  const stored = store.find(sessionId);
  if (stored && flight.verb === "fork" && store.agent === "codex") checkCodexSource(flight, store, stored);
  if (stored && flight.program?.staysInFolder) checkFolder(flight, stored);
  if (store.presence(sessionId, cwd) === "gone")
    throw gone(flight, `${flight.config.label} keeps no session ${sessionId} for ${cwd} any more.`);
}

/** A fork of Codex holds no copy: every session it came from has to be there, and it refuses archived ones. */
function checkCodexSource(flight: Flight, store: Store, source: Stored): void {
  if (source.unit.path.includes("/archived_sessions/"))
    throw problem(
      "session-gone",
      `Codex has archived the session ${flight.sessionId} and forks no archived one.`,
      `Bring it back first: codex unarchive ${flight.sessionId}`,
    );
  const seen = new Set([flight.sessionId]);
  for (let parent = source.head.forkOf; parent !== null && !seen.has(parent); ) {
    seen.add(parent);
    const found = store.find(parent);
    if (!found)
      throw gone(
        flight,
        `${flight.sessionId} is itself a fork and holds only what came after; its source ${parent} is missing.`,
      );
    parent = found.head.forkOf;
  }
}

function checkFolder({ verb, config, sessionId, cwd }: Flight, { head }: Stored): void {
  if (head.cwd === null || realPath(head.cwd) === realPath(cwd)) return;
  throw problem(
    "conflict",
    `${config.label} can ${verb} ${sessionId} only in the folder it ran in, ${head.cwd}; elsewhere it hangs or refuses.`,
    "Leave the folder out, or add that one to `projects` in workspace.yaml; or continue the work with --from-session.",
  );
}

function gone({ verb, config }: Flight, detail: string): HttpProblem {
  return problem(
    "session-gone",
    `${detail} Nothing was started: ${config.label} would fail to ${verb} it, or begin anew without saying so.`,
    "See that the agent's settings name the right home (CLAUDE_CONFIG_DIR, CODEX_HOME, …), or continue from the " +
      "session's text with --from-session.",
  );
}
