import { queryOptions } from "@tanstack/react-query";
import type { SessionDetail, SessionSummary } from "@thothii/backend/api/sessions";
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
