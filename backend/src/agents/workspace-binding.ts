import type { Sessions } from "../sessions/index.ts";

export interface WorkspaceBinding {
  /** An agent that only waits for a person, or for nothing, gives way to a terminal; one at work does not. */
  makeRoom(session: string): Promise<void>;
  /** A new session of the workspace from all of that one's documents; its id. */
  fork(session: string, by?: string): Promise<string>;
}

export function createWorkspaceBinding(sessions: Sessions): WorkspaceBinding {
  return {
    makeRoom: (session) =>
      sessions.inOrder(session, async () => {
        const { kind, state } = sessions.agents().runtime(session) ?? {};
        if (kind === "pi" && (state === "idle" || state === "waiting")) await sessions.agents().stop(session);
      }),
    async fork(session, by) {
      const { id } = await sessions.inOrder(session, () => sessions.tht.fork(session, {}, by));
      sessions.touched(id);
      return id;
    },
  };
}
