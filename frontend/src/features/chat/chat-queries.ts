import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Workspace } from "@thothii/backend/api/workspace";
import { ApiProblem, api, sessionPath } from "../../lib/api.ts";
import { useTopic } from "../../lib/live-react.ts";

/** A refusal is an answer: only what may pass by itself is tried again. */
const retry = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502);

const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["session", id, "detail"],
    queryFn: ({ signal }) => api.get<SessionDetail>(sessionPath(id), { signal }),
    retry,
  });

/** The session behind the chat: its name, and whether it may go on. Fetched anew when the server says it changed. */
export function useSession(id: string) {
  const client = useQueryClient();
  useTopic("events", ({ event, data }) => {
    const changed = event === "snapshot" || (event === "sessions" && data.ids.includes(id));
    if (changed) void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
  });
  return useQuery(sessionQuery(id));
}

export function useWorkspace(): Workspace | undefined {
  const query = useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => api.get<Workspace>("/workspace", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry,
  });
  return query.data;
}
