import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Workspace } from "../../api/workspace.ts";
import type { LiveHub } from "../live/index.ts";
import type { Sessions } from "./sessions.ts";

export interface WorkspaceRoutesOptions {
  sessions: Sessions;
  live: LiveHub;
  /** What this start of the server is like. */
  about: { created: boolean; model: string; maxAgents: number };
}

export const workspaceRoutes: FastifyPluginAsyncTypebox<WorkspaceRoutesOptions> = async (
  app,
  { sessions, live, about },
) => {
  function workspace(): Workspace {
    const config = sessions.workspace();
    const { foreign, missing } = sessions.harness();
    return {
      name: config.name,
      path: config.workspace,
      author: config.author,
      version: config.version,
      created: about.created,
      phases: config.phases,
      model: { id: about.model, offline: about.model === "offline" },
      foreign,
      missing,
      warehouse: config.dwh !== null,
      maxAgents: about.maxAgents,
    };
  }

  live.snapshots("events", async () => ({ workspace: workspace() }));

  app.get(
    "/workspace",
    { schema: { tags: ["workspace"], summary: "What the page has to know first", response: { 200: Workspace } } },
    async () => workspace(),
  );
};
