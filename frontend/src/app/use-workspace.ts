import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Workspace } from "@thothii/backend/api/workspace";
import { useTopic } from "../lib/live-react.ts";
import { workspaceQuery } from "../lib/queries.ts";

/** What the page works on, kept true by the live events; undefined until it is known. */
export function useWorkspace(): Workspace | undefined {
  const client = useQueryClient();
  useTopic("events", (event) => {
    if (event.event === "workspace") client.setQueryData(workspaceQuery.queryKey, event.data);
    if (event.event === "snapshot") client.setQueryData(workspaceQuery.queryKey, event.data.workspace);
  });
  return useQuery(workspaceQuery).data;
}
