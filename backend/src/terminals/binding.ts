import type { Runtime, SessionDetail } from "../../api/sessions.ts";
import type { Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import type { Sessions } from "../sessions/index.ts";

/** What whoever runs agents has to know of a session that a terminal works on. */
export interface BoundTerminals {
  runtime(session: string): Runtime | null;
  /** Ends it and all it started; nothing to do without one. */
  stop(session: string): Promise<void>;
}

/** Refuses what no terminal may be bound to: a session that is only read, or one that somebody works on already. */
export async function assertBindable(sessions: Sessions, bound: BoundTerminals, session: string): Promise<void> {
  const { problem: fault, archived, status, runtime }: SessionDetail = await sessions.show(session);
  if (fault?.severity === "error")
    throw problem("unreadable", `The session can't be read: ${fault.message}`, "Mend its manifest first.");
  if (archived) throw problem("archived", "The session is archived.", "Restore it from the archive first.");
  if (status === "finalized")
    throw problem("finalized", "The session is completed: there is nothing to go on with.", "Fork it, or ask anew.");
  assertNoTerminal(bound, session);
  if (runtime && !["paused", "failed"].includes(runtime.state))
    throw problem("already_running", "An agent is at work on this session already.", "Stop it in its chat first.");
}

function assertNoTerminal(bound: BoundTerminals, session: string): void {
  const terminal = bound.runtime(session)?.terminal;
  if (terminal === undefined) return;
  throw problem("already_running", "A terminal is at work on this session.", "Go to that terminal, or close it.", {
    terminal,
    address: `/?term=${encodeURIComponent(terminal)}`,
  });
}

/** The session's runtime as its terminal has it. */
export function runtimeOf({ id, startedAt }: Terminal, ending: boolean): Runtime {
  return { kind: "terminal", state: ending ? "stopping" : "running", since: startedAt, terminal: id };
}
