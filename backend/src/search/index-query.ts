import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import type { Hit } from "../../api/search.ts";
import { type TurnRole, turnRoles } from "../../api/search-terms.ts";
import { roleOf, timeOf } from "./index-values.ts";
import { inSession, sessionOrder } from "./session-turns.ts";
import { findMarks, hasBeginnings } from "./words/marks.ts";
import { matchExpression } from "./words/match.ts";
import type { Term } from "./words/query-words.ts";
import { snippet } from "./words/snippet.ts";

export interface IndexQuery {
  terms: readonly Term[];
  any: boolean;
  role: TurnRole | undefined;
  /** In ms since 1970. */
  since: number | undefined;
  /** The beginning of a session's id, or `agent:` and that. */
  session: string | undefined;
  agent: AgentName | undefined;
  /** Archived sessions too. */
  archived: boolean;
  /** Ids of the folders whose sessions are asked about; null for all. */
  folders: readonly number[] | null;
  /** The workspace's own sessions too, whatever their folder. */
  own: boolean;
  /** Only files below this folder. */
  below: string | null;
  limit: number;
}

interface HitRow {
  id: number;
  score: number;
  file: number;
  seq: number;
  role: number;
  ts: number | null;
  text: string;
  document: string | null;
  agent: AgentName;
  session: string;
  title: string | null;
  project: string | null;
  archived: number;
  gone: number;
}

/** The turns that say most about the terms, best first. */
export function findHits(
  sql: DatabaseSync,
  query: IndexQuery,
  resume: (agent: AgentName, sessionId: string) => string[] | null,
): Hit[] {
  const { terms, any, limit } = query;
  const filters = filtersOf(query);
  // The full-text index gives its rows in order of rank; what the filters let through is taken until there is enough.
  const rows = sql
    .prepare(
      "SELECT w.rowid AS id, w.rank AS score, t.file, t.seq, t.role, t.ts, x.text, x.document, f.agent, f.session, f.title, " +
        "d.path AS project, f.archived, f.gone FROM words w CROSS JOIN turns t ON t.id = w.rowid " +
        "CROSS JOIN files f ON f.id = t.file CROSS JOIN texts x ON x.id = t.id LEFT JOIN folders d ON d.id = f.folder " +
        `WHERE words MATCH ?${filters.text} ORDER BY w.rank`,
    )
    .iterate(matchExpression(terms, any), ...filters.values) as unknown as Iterable<HitRow>;
  const order = sessionOrder(sql);
  const found: HitRow[] = [];
  for (const row of rows) {
    if (!hasBeginnings(row.text, terms, any)) continue;
    found.push(row);
    if (found.length === limit) break;
  }
  return found.map((row) => ({
    agent: row.agent,
    sessionId: row.session,
    title: row.title,
    role: roleOf(row.role),
    ts: timeOf(row.ts),
    seq: order(row.agent, row.session, row),
    document: row.document,
    archived: row.archived === 1,
    project: row.project,
    snippet: snippet(row.text, findMarks(row.text, terms)),
    score: -row.score,
    gone: row.gone === 1,
    resume: resume(row.agent, row.session),
  }));
}

function filtersOf({ role, since, session, agent, archived, folders, own, below }: IndexQuery) {
  const values: (string | number)[] = [];
  let text = "";
  const add = (condition: string, ...given: (string | number)[]) => {
    text += ` AND ${condition}`;
    values.push(...given);
  };
  if (role !== undefined) add("t.role = ?", turnRoles.indexOf(role));
  if (since !== undefined) add("t.ts >= ?", since);
  if (agent !== undefined) add("f.agent = ?", agent);
  if (!archived) add("f.archived = 0");
  if (session !== undefined) {
    const inside = inSession(session);
    add(inside.text, ...inside.values);
  }
  if (folders !== null)
    add(`(${own ? "f.agent = 'thoth' OR " : ""}f.folder IN (SELECT value FROM json_each(?)))`, JSON.stringify(folders));
  if (below !== null) add("substr(f.path, 1, length(?)) = ?", below, below);
  return { text, values };
}
