import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTopic } from "../../lib/live-react.ts";
import { sessionsQuery } from "../../lib/queries.ts";

export { sessionsQuery };

export const sessionsKey = sessionsQuery.queryKey;

/** Every session, archived ones too, kept true by the live events. */
export function useSessions() {
  const client = useQueryClient();
  useTopic("events", (event) => {
    if (event.event === "runtime") {
      const { id, runtime } = event.data;
      client.setQueryData(sessionsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, runtime } : row)),
      );
    }
    if (event.event === "sessions" || event.event === "snapshot") {
      // A list fetched between two changes of a burst would undo the later one on the screen; each burst ends with a
      // fetch of its own.
      if (client.isMutating({ mutationKey: sessionsKey }) === 0) {
        void client.invalidateQueries({ queryKey: sessionsKey });
      }
    }
  });
  return useQuery(sessionsQuery);
}
