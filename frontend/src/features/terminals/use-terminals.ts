import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTopic } from "../../lib/live-react.ts";
import { terminalsQuery } from "../../lib/queries.ts";

/** Every terminal, fetched anew whenever the server says that one came, changed or went. */
export function useTerminals() {
  const client = useQueryClient();
  useTopic("events", ({ event }) => {
    if (event === "terminals" || event === "snapshot")
      void client.invalidateQueries({ queryKey: terminalsQuery.queryKey });
  });
  return useQuery(terminalsQuery);
}
