import { realpathSync } from "node:fs";

/** What the server tells the extension about the process it is loaded into. */
export interface AgentEnvironment {
  /** How `tht` is run: program and leading arguments, the workspace among them. */
  tht: readonly string[];
  session: string;
  /** Real paths of the folders that `read` may open. */
  readable: readonly string[];
}

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Reads the variables; throws when one is missing or wrong, so that Pi ends rather than run without its limits. */
export function readAgentEnvironment(env: NodeJS.ProcessEnv): AgentEnvironment {
  const session = env.THOTH_SESSION ?? "";
  if (!SESSION_ID.test(session) || session.includes("..")) throw missing("THOTH_SESSION", "the session's id");
  const tht = stringList(env.THOTH_THT, "THOTH_THT");
  const readable = stringList(env.THOTH_READ, "THOTH_READ").map((folder) => realpathSync(folder));
  return { tht, session, readable };
}

function stringList(text: string | undefined, name: string): [string, ...string[]] {
  const [first, ...rest] = parsed(text, name);
  if (first === undefined || ![first, ...rest].every((item) => typeof item === "string" && item !== "")) {
    throw missing(name, "a JSON list of strings, not empty");
  }
  return [first as string, ...(rest as string[])];
}

function parsed(text: string | undefined, name: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (Array.isArray(value)) return value;
  } catch (cause) {
    throw missing(name, "a JSON list of strings, not empty", cause);
  }
  throw missing(name, "a JSON list of strings, not empty");
}

const missing = (name: string, what: string, cause?: unknown): Error =>
  new Error(`thoth: ${name} has to hold ${what}. The agent is started by the server, which sets it.`, { cause });
