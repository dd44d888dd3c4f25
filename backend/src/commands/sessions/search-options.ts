import { resolve } from "node:path";
import { type AgentName, agentNames } from "../../../api/agent-names.ts";
import { SEARCH_LIMIT, type TurnRole, turnRoles } from "../../../api/search-terms.ts";
import type { SearchOptions } from "../../search/index.ts";
import { UsageError } from "../command.ts";
import { number, oneOf } from "../values.ts";

export type SearchFlags = Partial<
  Record<
    | "role"
    | "since-days"
    | "session"
    | "agent"
    | "any"
    | "project"
    | "all-projects"
    | "limit"
    | "forget"
    | "json"
    | "workspace",
    string
  >
>;

/** Throws {@link UsageError} for a value that can't be one. */
export function searchOptions(flags: SearchFlags, words: readonly string[]): SearchOptions {
  const { role, session, agent, any, limit } = flags;
  const sinceDays = flags["since-days"];
  return {
    q: words.join(" "),
    ...(role === undefined ? {} : { role: oneOf<TurnRole>("--role", role, turnRoles) }),
    ...(agent === undefined ? {} : { agent: oneOf<AgentName>("--agent", agent, agentNames) }),
    ...(sinceDays === undefined ? {} : { sinceDays: number("--since-days", sinceDays, 0, 36_500) }),
    ...(session === undefined ? {} : { session }),
    ...(any === undefined ? {} : { any: true }),
    ...(limit === undefined ? {} : { limit: number("--limit", limit, 1, SEARCH_LIMIT.max, "whole") }),
    ...scope(flags),
  };
}

/** Which projects are meant. */
export function scope(flags: Pick<SearchFlags, "project" | "all-projects">): Pick<SearchOptions, "scope" | "projects"> {
  const all = flags["all-projects"] !== undefined;
  if (all && flags.project !== undefined)
    throw new UsageError("--project and --all-projects exclude each other: give one of them.");
  if (all) return { scope: "all" };
  return flags.project === undefined ? {} : { projects: [resolve(flags.project)] };
}
