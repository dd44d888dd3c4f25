// Owns terminals: the host that outlives the server, the way to it, and what a terminal does to its workspace session.
// Which agents there are and how they are started, the slice of agents knows.
import type { FastifyInstance } from "fastify";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { LiveHub } from "../live/index.ts";
import type { Sessions } from "../sessions/index.ts";
import type { BoundTerminals } from "./binding.ts";
import { type AgentKnowledge, terminalRoutes } from "./routes.ts";
import { createTerminalService } from "./service.ts";
import type { TerminalService } from "./types.ts";

export { terminalEnvironment } from "./environment.ts";
export { terminalFolder } from "./folder.ts";
export { createHosts } from "./hosts.ts";
export { redactDrawn, redactText } from "./redaction/redact.ts";
export type { TerminalService, TerminalSpec } from "./types.ts";

export interface TerminalsOptions {
  sessions: Sessions;
  live: LiveHub;
  config: { readonly home: string; readonly workspace: string; readonly maxTerminals: number };
  version: string;
  env: NodeJS.ProcessEnv;
  /** The terminal of a workspace session came, is ending, or went. */
  onBound(session: string): void;
  onError(error: unknown): void;
  clock?: Clock;
}

export interface Terminals {
  service: TerminalService;
  /** For whoever runs other agents on sessions. */
  bound: BoundTerminals;
  routes(app: FastifyInstance, agents: AgentKnowledge): Promise<void>;
  /** Finds the terminals of earlier servers. */
  start(): Promise<void>;
  /** Ends every terminal. Without it they outlive the server. */
  endAll(): Promise<void>;
  /** Waits for an end that has begun. */
  close(): Promise<void>;
}

export function createTerminals({ clock = systemClock, config, ...options }: TerminalsOptions): Terminals {
  const { sessions, onError } = options;
  const service = createTerminalService({ ...options, config, clock });
  const workspace = () => ({ path: config.workspace, projects: sessions.workspace().projects ?? [] });

  return {
    service,
    bound: service.bound,
    async routes(app, agents) {
      await app.register(terminalRoutes, { terminals: service, workspace, agents, onError });
    },
    start: () => service.open(),
    endAll: () => service.endAll(),
    close: () => service.close(),
  };
}
