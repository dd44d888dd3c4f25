import type { Runtime } from "../../api/sessions.ts";
import { problem } from "../http/problem.ts";

/** Agents at work on sessions that the chat has not started: one in a terminal, say. */
export type Elsewhere = {
  runtime(id: string): Runtime | null;
  /** Ends it and everything it started; nothing to do without one. */
  stop(id: string): Promise<void>;
};

export const nowhere: Elsewhere = { runtime: () => null, stop: async () => {} };

export function assertNotElsewhere(elsewhere: Elsewhere, id: string): void {
  const runtime = elsewhere.runtime(id);
  if (!runtime) return;
  const { terminal } = runtime;
  throw problem(
    "already_running",
    "A terminal is at work on this session.",
    "Go to that terminal, or close it.",
    terminal === undefined ? {} : { terminal, address: `/?term=${encodeURIComponent(terminal)}` },
  );
}
