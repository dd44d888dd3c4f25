import { type AgentConfig, type AgentName, agentNames } from "../../api/agents.ts";
import { isProblem, problem } from "../http/problem.ts";
import type { ConversationSource } from "./conversation-source.ts";
import { programOf } from "./presets.ts";
import type { Store } from "./stores.ts";

/** No option, no path: what every agent's ids are made of. */
const AGENT_SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$/;

interface Asked {
  /** As it was given: `agent:ID`, an id, or the beginning of one. */
  text: string;
  id: string;
  config: AgentConfig;
  store: Store | null;
  source: ConversationSource;
  verb: "fork" | "resume";
}

/** The session that an agent is to fork or resume, by its own id; or one of the workspace, which no agent has. */
export type OwnSession = { kind: "agent"; sessionId: string } | { kind: "workspace"; sessionId: string };

/**
 * What was asked for, looked up where the launch will look first: an agent on a second account has sessions that nobody
 * else knows. An id that nothing knows is taken as it is, for the agent may.
 */
export async function resolveOwnSession({ text, id, config, store, source, verb }: Asked): Promise<OwnSession> {
  const agent = store?.agent ?? programOf(id, config)?.store ?? null;
  const { prefix, rest } = split(text);
  const mine = prefix === null || prefix === agent;
  if (mine && store?.find(rest)) return { kind: "agent", sessionId: rest };

  const found = await source.resolve(text).catch((error) => {
    if (isProblem(error, "session-not-found")) return null;
    throw error;
  });
  const owner = found?.agent ?? prefix;
  if (owner === "thoth") return { kind: "workspace", sessionId: found?.sessionId ?? rest };
  if (owner !== null && owner !== undefined && owner !== agent)
    throw problem(
      verb === "fork" ? "fork-unsupported" : "resume-unsupported",
      `${text} is a session of ${owner}, which ${config.label} can't ${verb}.`,
      `Choose ${owner} for that, or let ${config.label} continue its work (--from-session ${text}).`,
    );
  const sessionId = found?.sessionId ?? rest;
  if (AGENT_SESSION_ID.test(sessionId)) return { kind: "agent", sessionId };
  throw problem("invalid-id", `${JSON.stringify(text.slice(0, 100))} can be no session's id.`, "Give the whole id.");
}

function split(text: string): { prefix: AgentName | null; rest: string } {
  const at = text.indexOf(":");
  const name = agentNames.find((candidate) => candidate === text.slice(0, Math.max(at, 0)));
  return name ? { prefix: name, rest: text.slice(at + 1) } : { prefix: null, rest: text };
}
