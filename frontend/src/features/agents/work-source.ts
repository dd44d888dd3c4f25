import type { Agent, AgentName, ContextRequest, RunRequest } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";

/** Whose work is to go on elsewhere: what a terminal holds, a session of the workspace, or a conversation of an agent. */
export type WorkSource =
  | { kind: "terminal"; terminal: Terminal }
  | { kind: "session"; id: string; title: string }
  | { kind: "conversation"; agent: AgentName; sessionId: string; title: string | null; gone: boolean };

/** As the routes name it. */
export function continuing(source: WorkSource): Pick<ContextRequest, "fromTerminal" | "fromSession"> {
  switch (source.kind) {
    case "terminal": {
      // What it showed was lost with its host; what its agent keeps was not.
      const { id, state, agentSessionId } = source.terminal;
      if (state === "lost" && agentSessionId !== null) return { fromSession: agentSessionId };
      return { fromTerminal: id };
    }
    case "session":
      return { fromSession: source.id };
    case "conversation":
      return { fromSession: `${source.agent}:${source.sessionId}` };
  }
}

export const sourceKey = (source: WorkSource): string => JSON.stringify(continuing(source));

/** Whether there is nothing left to hand over: what a shell showed is lost with its host. */
export function isLost(source: WorkSource): boolean {
  if (source.kind !== "terminal" || source.terminal.state !== "lost") return false;
  return source.terminal.agentSessionId === null || !source.terminal.agentSessionKnown;
}

/** Why a fork can't be had. */
type ForkRefusal = "shell" | "unknown" | "gone" | "uninstalled" | "unsupported" | "loading";

/** What a fork asks of the server; of a session of the workspace, that it is copied. */
export type ForkWay =
  | { kind: "run"; request: RunRequest }
  | { kind: "copy"; session: string }
  | { kind: "refused"; why: ForkRefusal; agent?: string };

/** How the source's own agent makes a copy of its conversation. `agents` undefined: not known yet. */
export function forkWay(source: WorkSource, agents: readonly Agent[] | undefined): ForkWay {
  if (source.kind === "session") return { kind: "copy", session: source.id };
  const own = source.kind === "terminal" ? source.terminal.agent : source.agent;
  if (own === null) return refused("shell");
  if (!agents) return refused("loading");
  const agent = agents.find(({ id }) => id === own);
  if (!agent?.canFork) return refused("unsupported", agent?.label ?? own);
  if (!agent.installed) return refused("uninstalled", agent.label);
  if (source.kind === "conversation")
    return source.gone
      ? refused("gone", agent.label)
      : { kind: "run", request: { agent: own, forkSessionId: `${source.agent}:${source.sessionId}` } };
  const { agentSessionId, agentSessionKnown, cwd } = source.terminal;
  if (agentSessionId === null || !agentSessionKnown) return refused("unknown", agent.label);
  return { kind: "run", request: { agent: own, forkSessionId: agentSessionId, cwd } };
}

const refused = (why: ForkRefusal, agent?: string): ForkWay => ({ kind: "refused", why, ...(agent ? { agent } : {}) });

/** How its own agent takes a conversation up again; null where it can't. */
export function resumeRequest(source: WorkSource, agents: readonly Agent[] | undefined): RunRequest | null {
  if (source.kind !== "conversation" || source.gone) return null;
  const agent = agents?.find(({ id }) => id === source.agent);
  if (!agent?.installed || !agent.canResume) return null;
  return { agent: agent.id, resumeSessionId: `${source.agent}:${source.sessionId}` };
}
