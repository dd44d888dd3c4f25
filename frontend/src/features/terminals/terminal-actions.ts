import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { NewTerminal, Terminal } from "@thothii/backend/api/terminals";
import { useMemo } from "react";
import { ApiProblem, api } from "../../lib/api.ts";
import { terminalsQuery } from "../../lib/queries.ts";

/** Before a pane has said how much room it has; it does as soon as it is attached. */
const FIRST_SIZE = { cols: 100, rows: 30 };

/** The user's own shell, as a window would open it. The line is fixed: nothing of the page is in it. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
const OWN_SHELL = ["/bin/sh", "-c", 'exec "${SHELL:-/bin/sh}" -l'];

export type Opening =
  | { kind: "shell"; cwd?: string | undefined }
  | { kind: "agent"; id: string }
  | { kind: "again"; terminal: Terminal };

export const terminalPath = (id: string, ...parts: string[]) =>
  `/${["terminals", id, ...parts].map(encodeURIComponent).join("/")}`;

function request(opening: Opening): NewTerminal {
  switch (opening.kind) {
    case "shell":
      return {
        ...FIRST_SIZE,
        command: OWN_SHELL,
        title: "Shell",
        ...(opening.cwd === undefined ? {} : { cwd: opening.cwd }),
      };
    case "agent":
      return { ...FIRST_SIZE, agent: opening.id };
    case "again": {
      const { agent, argv, cwd, session, cols, rows, title } = opening.terminal;
      const bound = session === null ? {} : { session };
      // An agent begins afresh: its arguments may have named a session that it has by now.
      if (agent !== null) return { agent, cwd, cols, rows, ...bound };
      return { command: argv, cwd, cols, rows, title, ...bound };
    }
  }
}

/** What changes terminals; each tells the list at once, before the server does. */
export function useTerminalActions() {
  const client = useQueryClient();
  return useMemo(() => actions(client), [client]);
}

function actions(client: QueryClient) {
  const change = (how: (list: Terminal[]) => Terminal[]) =>
    client.setQueryData(terminalsQuery.queryKey, (list) => how(list ?? []));
  const without = (id: string) => (list: Terminal[]) => list.filter((terminal) => terminal.id !== id);
  return {
    async open(opening: Opening): Promise<Terminal> {
      const terminal = await api.post<Terminal>("/terminals", request(opening));
      change((list) => [...without(terminal.id)(list), terminal]);
      return terminal;
    },
    /** Ends its program and forgets it. */
    async end(id: string): Promise<void> {
      try {
        await api.delete(terminalPath(id));
      } catch (error) {
        // Another window was faster: it is closed, which is what was wanted.
        if (!(error instanceof ApiProblem && error.code === "terminal-not-found")) throw error;
      }
      change(without(id));
    },
  };
}
