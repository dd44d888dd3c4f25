import type { Given } from "./command.ts";
import { CommandFailure } from "./failure.ts";
import { findServer } from "./running-server.ts";

type ResumeFlags = Partial<Record<"json" | "workspace", string>>;

/** `thoth resume ID`: has the running server start the session's agent anew, and prints where to talk to it. */
export async function resume(flags: ResumeFlags, { words: [id = ""] }: Given): Promise<number> {
  const server = await findServer(flags);
  try {
    await server.ask("POST", `/sessions/${encodeURIComponent(id)}/resume`);
  } catch (error) {
    // An agent that is at work on it already is what was wanted.
    if (!(error instanceof CommandFailure && error.failure.code === "already_running")) throw error;
  }
  const url = server.link(`chat=${encodeURIComponent(id)}`);
  console.log(flags.json === undefined ? `The agent is at work: ${url}` : JSON.stringify({ id, url }));
  return 0;
}
