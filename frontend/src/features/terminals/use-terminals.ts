import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Terminal } from "@thothii/backend/api/terminals";
import { useMemo } from "react";
import { useTopic } from "../../lib/live-react.ts";
import { sessionsQuery, terminalsQuery } from "../../lib/queries.ts";
import { sessionName } from "../../lib/session-name.ts";
import { terminalNames, terminalTitle } from "./terminal-state.ts";

/** Every terminal, fetched anew whenever the server says that one came, changed or went. */
export function useTerminals() {
  const client = useQueryClient();
  useTopic("events", ({ event }) => {
    if (event === "terminals" || event === "snapshot")
      void client.invalidateQueries({ queryKey: terminalsQuery.queryKey });
  });
  return useQuery(terminalsQuery);
}

/** What a terminal is called beside the others that are there. */
export function useTerminalName(terminal: Terminal): string {
  const { data } = useQuery(terminalsQuery);
  const name = useMemo(() => data && terminalNames(data).get(terminal.id), [data, terminal.id]);
  return name ?? terminalTitle(terminal);
}

/** What the session is called that a terminal works on; null for none, and while nobody knows. */
export function useSessionNames(): (session: string | null) => string | null {
  const sessions = useQuery(sessionsQuery).data;
  return (session) => {
    const row = session === null ? undefined : sessions?.find(({ id }) => id === session);
    return row ? sessionName(row) : null;
  };
}
