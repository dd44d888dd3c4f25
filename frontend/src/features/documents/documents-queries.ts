import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Decision, SessionDocument } from "@thothii/backend/api/documents";
import { api, sessionPath } from "../../lib/api.ts";
import type { LiveEvent } from "../../lib/live.ts";
import { useTopic } from "../../lib/live-react.ts";

export const documentsQuery = (id: string, all: boolean) =>
  queryOptions({
    queryKey: ["session", id, "documents", all ? "all" : "deliverables"],
    queryFn: ({ signal }) =>
      api.get<SessionDocument[]>(`${sessionPath(id, "documents")}${all ? "?all=1" : ""}`, { signal }),
    // Showing the intermediate ones must not empty the panel meanwhile; another session's must not stay.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });

/** A ledger whole. It is kept by what it was when the documents were listed: one that grew is another. */
export const ledgerQuery = (id: string, { key, bytes, updated_at }: SessionDocument) =>
  queryOptions({
    queryKey: ["ledger", id, bytes, updated_at],
    queryFn: ({ signal }) => api.get<Decision[]>(sessionPath(id, "documents", key), { signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // Some tens of MB: kept while it is read, and a little longer.
    gcTime: 30_000,
  });

/** Fetches the session anew whenever the server says that it changed, or that nobody knows whether it did. */
export function useFreshSession(id: string): void {
  const client = useQueryClient();
  useTopic("events", (event) => {
    if (concerns(event, id)) void client.invalidateQueries({ queryKey: ["session", id] });
  });
}

function concerns(event: LiveEvent<"events">, id: string): boolean {
  if (event.event === "sessions") return event.data.ids.includes(id);
  if (event.event === "runtime") return event.data.id === id;
  return event.event === "snapshot";
}
