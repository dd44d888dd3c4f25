import type { Runtime } from "../../api/sessions.ts";

/** What managing sessions needs of whoever runs agents on them. */
export interface AgentPort {
  runtime(id: string): Runtime | null;
  /** Ends the agent and everything it started, and resolves when all of it is gone; nothing to do without one. */
  stop(id: string): Promise<void>;
  /** After the session was deleted: removes the agent's files and the session's topic. */
  forget(id: string): Promise<void>;
  /** These sessions are not as they were: by a change made here, or by another program. */
  changed(ids: readonly string[]): void;
}

export const noAgents: AgentPort = {
  runtime: () => null,
  stop: async () => {},
  forget: async () => {},
  changed: () => {},
};
