import { queryOptions } from "@tanstack/react-query";
import type { Agent } from "@thothii/backend/api/agents";
import type { SessionDetail, SessionSummary } from "@thothii/backend/api/sessions";
import type { Terminal } from "@thothii/backend/api/terminals";
import type { Workspace } from "@thothii/backend/api/workspace";
import { api, sessionPath } from "./api.ts";

/** One session, by whatever part of the page asks: its manifest and what is computed from its folder. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["session", id, "detail"],
    queryFn: ({ signal }) => api.get<SessionDetail>(sessionPath(id), { signal }),
  });

/** Every session, archived ones too, newest activity first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: ({ signal }) => api.get<SessionSummary[]>("/sessions", { signal }),
});

/** What the page works on. The live events tell when it changed. */
export const workspaceQuery = queryOptions({
  queryKey: ["workspace"],
  queryFn: ({ signal }) => api.get<Workspace>("/workspace", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every terminal of this server, the oldest first, also those whose program has ended. */
export const terminalsQuery = queryOptions({
  queryKey: ["terminals"],
  queryFn: async ({ signal }) => {
    const terminals = await api.get<Terminal[]>("/terminals", { signal });
    return terminals.sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id));
  },
});

/**
 * The agents that can be started in one, installed or not, and what of their settings can't be read. Looked up anew each
 * time: one may just have been installed.
 */
export const agentsQuery = queryOptions({
  queryKey: ["agents"],
  queryFn: async ({ signal }) => {
    const { data, notice } = await api.noticed<Agent[]>("/agents", { signal });
    return { agents: data, trouble: notice };
  },
});
