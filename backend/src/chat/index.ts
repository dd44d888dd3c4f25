// Owns the agents at work on sessions: their processes, what is said with them, the gates they open and the decisions
// that answer those. What a session is, and what was decided in it, the harness keeps: here nothing is stored.
import type { FastifyInstance } from "fastify";
import { SESSION_ID } from "../../api/sessions.ts";
import { problem } from "../http/problem.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { allowedEnvironment } from "../lib/environment.ts";
import type { LiveHub } from "../live/index.ts";
import type { AgentPort, Sessions } from "../sessions/index.ts";
import { createActions } from "./actions.ts";
import { createAgentSetup } from "./agent-setup.ts";
import { createAgents } from "./agents.ts";
import { createDecisions } from "./decide.ts";
import { type Elsewhere, nowhere } from "./elsewhere.ts";
import { OFFLINE } from "./model-providers.ts";
import { createOfflineModel } from "./offline-model.ts";
import { createPiHome } from "./pi-environment.ts";
import { chatRoutes } from "./routes.ts";

const isSessionId = new RegExp(SESSION_ID);

export { findModelAccess } from "./model-access.ts";
export { OFFLINE } from "./model-providers.ts";
export { createOfflineModel, type OfflineModel } from "./offline-model.ts";
export { probeOfflineModel, probePi } from "./probe.ts";

export type ChatOptions = {
  sessions: Sessions;
  live: LiveHub;
  config: {
    readonly home: string;
    readonly workspace: string;
    readonly tht: readonly string[];
    readonly pi: readonly string[] | null;
    readonly model: string;
    readonly maxAgents: number;
    readonly idleMs: number;
  };
  env: NodeJS.ProcessEnv;
  /** Agents that work on sessions elsewhere, such as in a terminal: where one is, none is started here. */
  elsewhere?: Elsewhere;
  onError: (error: unknown) => void;
  clock?: Clock;
};

export type Chat = {
  /** What managing sessions needs of the agents. */
  port: AgentPort;
  /** The agent of a session elsewhere came, is ending, or went. */
  elsewhereChanged(id: string): void;
  routes(app: FastifyInstance): Promise<void>;
  /** Ends every agent, then the offline model. */
  close(): Promise<void>;
};

export function createChat(options: ChatOptions): Chat {
  const { sessions, live, config, env, onError, elsewhere = nowhere, clock = systemClock } = options;
  const offline =
    config.model === OFFLINE
      ? createOfflineModel({ tht: config.tht, cwd: config.workspace, env: allowedEnvironment(env), onFailure: onError })
      : null;
  const home = createPiHome(config.home);
  const model = offline ? `${OFFLINE}/offline-1` : config.model;
  const agents = createAgents({
    sessions,
    live,
    clock,
    maxAgents: config.maxAgents,
    idleMs: config.idleMs,
    setup: createAgentSetup({ sessions, home, model, offline, pi: config.pi, env }),
    sessionDir: home.sessionDir,
    elsewhere,
    onAutoGate: approveUnasked,
    onError,
  });
  const decisions = createDecisions({ sessions, agents });
  const actions = createActions({ sessions, agents, decisions, onError });

  /** The workflow says that this phase needs no person. */
  function approveUnasked(id: string, requestId: string): void {
    const talk = agents.conversation(id);
    const phase = talk.gate?.phase;
    if (phase === undefined) return;
    decisions.decide(id, { phase, decision: "approve", requestId }, "auto").catch((error) => agents.tell(talk, error));
  }

  live.snapshots("session:", async (topic) => {
    const id = topic.slice("session:".length);
    if (!isSessionId.test(id)) throw problem("invalid-id", "That is no id of a session.");
    const talk = agents.conversation(id);
    await talk.refresh();
    // At the moment it is cut: what is said while the session was read belongs to it as well.
    return () => talk.snapshot();
  });

  return {
    port: { runtime: agents.runtime, stop: agents.stop, forget: agents.forget, changed: agents.changed },
    elsewhereChanged: agents.elsewhereChanged,
    routes: (app) => chatRoutes(app, { actions, decisions }),
    async close() {
      await agents.close();
      await offline?.close();
    },
  };
}
