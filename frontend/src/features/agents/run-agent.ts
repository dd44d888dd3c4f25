import { useQueryClient } from "@tanstack/react-query";
import type { RunAnswer, RunRequest } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";
import { useCallback } from "react";
import { api } from "../../lib/api.ts";
import { terminalsQuery } from "../../lib/queries.ts";

/** Starts an agent in a new terminal, which the list has at once. */
export function useRunAgent() {
  const client = useQueryClient();
  return useCallback(
    async (request: RunRequest): Promise<Terminal> => {
      const { terminal } = await api.post<RunAnswer>("/agents/run", request);
      client.setQueryData(terminalsQuery.queryKey, (list) => [
        ...(list ?? []).filter(({ id }) => id !== terminal.id),
        terminal,
      ]);
      return terminal;
    },
    [client],
  );
}
