import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import { problem } from "../http/problem.ts";
import { inSession } from "./session-turns.ts";
import type { SessionRef } from "./types.ts";

const CANDIDATES = 10;

/** The session that is meant: its id, with or without its agent before, or a beginning only one has. */
export function resolveSession(sql: DatabaseSync, text: string): SessionRef {
  const wanted = text.trim();
  if (wanted === "") throw notFound(text);
  const inside = inSession(wanted);
  const found = sql
    .prepare(
      `SELECT DISTINCT f.agent, f.session AS sessionId FROM files f WHERE f.forgotten = 0 AND f.size <> -2 AND ${inside.text}`,
    )
    .all(...inside.values) as unknown as { agent: AgentName; sessionId: string }[];
  const exact = found.filter(({ agent, sessionId }) => wanted === sessionId || wanted === `${agent}:${sessionId}`);
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (!only) throw notFound(wanted);
  if (others.length === 0) return { ...only };
  const candidates = [only, ...others].slice(0, CANDIDATES).map(({ agent, sessionId }) => `${agent}:${sessionId}`);
  throw problem(
    "ambiguous-session",
    `${1 + others.length} sessions begin with ${JSON.stringify(wanted)}: ${candidates.join(", ")}${others.length >= CANDIDATES ? ", …" : ""}.`,
    "Give more of the id, or the agent before it: agent:ID.",
    { candidates },
  );
}

export function notFound(text: string) {
  return problem(
    "session-not-found",
    `No session ${JSON.stringify(text)} is in the index.`,
    "Ids are those of search results: a workspace session's, agent:ID, or a beginning only one has.",
  );
}
