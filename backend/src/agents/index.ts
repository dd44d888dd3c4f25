// Owns coding agents as programs of the user's: how each is configured, what of other work it is handed, and how it is
// started in a terminal. It keeps no terminal and no conversation; it asks those who do.
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Terminal, TerminalTranscript } from "../../api/terminals.ts";
import { isProblem } from "../http/problem.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Sessions } from "../sessions/index.ts";
import type { TerminalService } from "../terminals/index.ts";
import type { Environment, Reader } from "../transcripts/index.ts";
import { createAgentStore } from "./agent-store.ts";
import { createConfiguredAgents } from "./configured-agents.ts";
import type { ConversationSource } from "./conversation-source.ts";
import { createHandover, type RedactDrawn } from "./handover.ts";
import { planLaunch } from "./launch-plan.ts";
import { presets } from "./presets.ts";
import { createPromptFiles } from "./prompt-files.ts";
import type { Redact } from "./render-turns.ts";
import { agentRoutes } from "./routes.ts";
import { createRunAgent } from "./run-agent.ts";
import { createSessionIdentity } from "./session-identity.ts";
import { createStores } from "./stores.ts";
import { createWorkspaceBinding } from "./workspace-binding.ts";

export { firstThatKnows } from "./conversation-source.ts";
export { checkRun } from "./run-conflicts.ts";
export { createStoreSource } from "./store-source.ts";

export interface AgentsOptions {
  /** The server's own folder. */
  home: string;
  workspace: string;
  /** Absolute folders whose work belongs to the workspace. */
  projects(): readonly string[];
  /** What a terminal's program sees of the world, an agent's own variables not yet on top. */
  env: Environment;
  terminals: TerminalService;
  sessions: Sessions;
  source: ConversationSource;
  readers: readonly Reader[];
  redact: Redact;
  redactDrawn: RedactDrawn;
  onError(error: unknown): void;
  clock?: Clock;
}

/** How a configured agent is opened without a prompt. */
interface BareLaunch {
  argv: string[];
  env: Readonly<Record<string, string>>;
  title: string;
  agentSessionId: string | null;
}

export interface Agents {
  routes(app: FastifyInstance): Promise<void>;
  /** For a terminal that is opened on an agent. `agent-not-found`, `agent-not-installed`. */
  launch(id: string): Promise<BareLaunch>;
  /** What the agent's own store has of a terminal's conversation; null while it is not surely that. */
  storeTranscript(
    terminal: Terminal,
    options: { chars?: number | undefined; redact?: boolean | undefined },
  ): Promise<TerminalTranscript | null>;
  /** Looks once which conversation each terminal holds. */
  look(): Promise<void>;
  /** Looks ever again, while there is something to learn. */
  start(): void;
  close(): void;
}

export function createAgents(options: AgentsOptions): Agents {
  const { home, workspace, projects, env, terminals, sessions, source, readers, redact, redactDrawn, onError } =
    options;
  const { clock = systemClock } = options;
  const { now } = clock;
  const store = createAgentStore({ home, presets, now, onTrouble: onError });
  const configured = createConfiguredAgents({ store, env, cwd: workspace });
  const stores = createStores({ readers, env, projects });

  async function configOf(id: string) {
    return configured.get(id).catch((error) => {
      // A terminal may outlive the settings it was started with.
      if (isProblem(error, "agent-not-found")) return null;
      throw error;
    });
  }

  async function storeOf(id: string) {
    const config = await configOf(id);
    return config && stores.of(id, config);
  }

  const identity = createSessionIdentity({ terminals, storeOf, clock, onError });
  const labelOf = async (id: string) => (await configOf(id))?.label ?? id;
  const handover = createHandover({ terminals, sessions, source, identity, labelOf, redact, redactDrawn });
  const runner = createRunAgent({
    configured,
    handover,
    stores,
    source,
    terminals,
    binding: createWorkspaceBinding(sessions),
    files: createPromptFiles({ home, now }),
    workspace,
    projects,
    env,
    clock,
    newId: randomUUID,
  });

  return {
    routes: (app) => agentRoutes(app, { configured, handover, runner }),
    async launch(id) {
      const { config, program } = await configured.launchable(id);
      const { argv, agentSessionId } = planLaunch({
        config,
        program,
        start: { kind: "fresh" },
        prompt: "",
        promptFile: "",
        newId: randomUUID(),
        environmentBytes: 0,
      });
      return { argv, env: config.env, title: config.label, agentSessionId };
    },
    storeTranscript: handover.storeTranscript,
    look: identity.look,
    start: identity.start,
    close: identity.close,
  };
}
