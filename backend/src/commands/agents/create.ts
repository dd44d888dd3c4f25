import { resolve } from "node:path";
import { CONTEXT_CHARS } from "../../../api/agent-limits.ts";
import type { RunAnswer, RunRequest } from "../../../api/agents.ts";
import { checkRun } from "../../agents/index.ts";
import { UsageError } from "../command.ts";
import { CommandFailure, failureOf } from "../failure.ts";
import { findServer } from "../running-server.ts";
import { number } from "../values.ts";

type Name =
  | "agent"
  | "prompt"
  | "from-terminal"
  | "from-session"
  | "fork-session"
  | "resume-session"
  | "note"
  | "context-chars"
  | "cwd"
  | "json"
  | "workspace";

/** `thoth agents create`: starts an agent in a terminal, by the same route as the page. */
export async function create(flags: Partial<Record<Name, string>>): Promise<number> {
  const request = requestOf(flags);
  checkConflicts(request);
  const server = await findServer(flags);
  const { body: answer } = await server.ask<RunAnswer>("POST", "/agents/run", request);
  const { terminal, agentSessionId } = answer;
  const link = server.link(`term=${encodeURIComponent(terminal.id)}`);
  if (flags.json !== undefined) console.log(JSON.stringify(answer));
  else {
    const session = agentSessionId === null ? "" : `, its session is ${agentSessionId}`;
    console.log(`${terminal.title} runs in terminal ${terminal.id}${session}: ${link}`);
  }
  return 0;
}

function requestOf(flags: Partial<Record<Name, string>>): RunRequest {
  const { json: _json, workspace: _workspace, ...values } = flags;
  for (const [name, value] of Object.entries(values)) if (value === "") throw new UsageError(`--${name} is empty.`);
  const { agent, prompt, note, cwd } = flags;
  if (agent === undefined) throw new UsageError("--agent is missing. `thoth agents list` names those there are.");
  const chars = flags["context-chars"];
  const given = {
    agent,
    prompt,
    note,
    fromTerminal: flags["from-terminal"],
    fromSession: flags["from-session"],
    forkSessionId: flags["fork-session"],
    resumeSessionId: flags["resume-session"],
    contextChars: chars === undefined ? undefined : number("--context-chars", chars, 1, CONTEXT_CHARS.max, "whole"),
    cwd: cwd === undefined ? undefined : resolve(cwd),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RunRequest;
}

/** Before a server is looked for: what excludes each other does so with and without one. */
function checkConflicts(request: RunRequest): void {
  try {
    checkRun(request);
  } catch (error) {
    const failure = failureOf(error);
    throw failure ? new CommandFailure({ ...failure, exit: 2 }) : error;
  }
}
