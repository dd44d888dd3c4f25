import type { AgentName } from "@thothii/backend/api/agents";
import type { SearchParams, TurnRole } from "@thothii/backend/api/search";
import { isAgentName } from "../../lib/agent-titles.ts";

/** What a search is kept to. `any`: one of the words is enough. */
export type Filters = {
  role: TurnRole | null;
  agent: AgentName | null;
  sinceDays: number | null;
  allProjects: boolean;
  withoutArchived: boolean;
  any: boolean;
};

export const noFilters: Filters = {
  role: null,
  agent: null,
  sinceDays: null,
  allProjects: false,
  withoutArchived: false,
  any: false,
};

export const roles: readonly TurnRole[] = ["document", "decision", "user", "assistant", "summary"];
export const periods: readonly number[] = [1, 7, 30, 365];

/** What keeps hits away: these can be taken off where nothing is found. */
export const narrows = ({ role, agent, sinceDays, withoutArchived }: Filters): boolean =>
  role !== null || agent !== null || sinceDays !== null || withoutArchived;

export const isFiltered = (filters: Filters): boolean => narrows(filters) || filters.allProjects || filters.any;

/** The filters as an address carries them: `document.codex.30d.all.active.any`; null for none. */
export function filtersText({ role, agent, sinceDays, allProjects, withoutArchived, any }: Filters): string | null {
  const parts = [
    role,
    agent,
    sinceDays === null ? null : `${sinceDays}d`,
    allProjects ? "all" : null,
    withoutArchived ? "active" : null,
    any ? "any" : null,
  ];
  return parts.filter((part) => part !== null).join(".") || null;
}

/** Reads what {@link filtersText} wrote; what it doesn't know is left out. */
export function parseFilters(text: string | null): Filters {
  const filters = { ...noFilters };
  for (const part of (text ?? "").split(".")) {
    const days = /^(\d{1,5})d$/.exec(part)?.[1];
    const role = roles.find((name) => name === part);
    if (days) filters.sinceDays = Number(days);
    else if (role) filters.role = role;
    else if (isAgentName(part)) filters.agent = part;
    else if (part === "all") filters.allProjects = true;
    else if (part === "active") filters.withoutArchived = true;
    else if (part === "any") filters.any = true;
  }
  return filters;
}

/** The longest query that is asked; what is beyond would be refused. */
const LONGEST = 1_000;

/** The route's parameters; of `session`, only what it said. */
export function searchPath(q: string, filters: Filters, more: Pick<SearchParams, "session" | "limit"> = {}): string {
  const given = new URLSearchParams({ q: q.slice(0, LONGEST).toWellFormed() });
  if (filters.role) given.set("role", filters.role);
  if (filters.agent) given.set("agent", filters.agent);
  if (filters.sinceDays !== null) given.set("sinceDays", String(filters.sinceDays));
  if (filters.allProjects) given.set("scope", "all");
  if (filters.withoutArchived) given.set("archived", "false");
  if (filters.any) given.set("any", "true");
  for (const [key, value] of Object.entries(more)) given.set(key, String(value));
  return `/search?${given}`;
}
