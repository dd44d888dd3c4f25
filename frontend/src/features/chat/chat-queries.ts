import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Workspace } from "@thothii/backend/api/workspace";
import { api, sessionPath } from "../../lib/api.ts";
import { useTopic } from "../../lib/live-react.ts";

const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["session", id, "detail"],
    queryFn: ({ signal }) => api.get<SessionDetail>(sessionPath(id), { signal }),
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
  });
  return query.data;
}
