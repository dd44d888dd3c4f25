import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Workspace } from "@thothii/backend/api/workspace";
import { useTopic } from "../../lib/live-react.ts";
import { sessionQuery, workspaceQuery } from "../../lib/queries.ts";

/** The session behind the chat: its name, and whether it may go on. Fetched anew when the server says it changed. */
export function useSession(id: string) {
  const client = useQueryClient();
  useTopic("events", ({ event, data }) => {
    const changed = event === "snapshot" || (event === "sessions" && data.ids.includes(id));
    if (changed) void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
  });
  return useQuery(sessionQuery(id));
}

export const useWorkspace = (): Workspace | undefined => useQuery(workspaceQuery).data;
