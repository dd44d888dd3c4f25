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

/** What {@link FILE} reads, and how well and when it was found. */
export interface FoundRow {
  score: number;
  ts: number | null;
  agent: AgentName;
  session: string;
  title: string | null;
  project: string | null;
  archived: number;
  gone: number;
}

interface HitRow extends FoundRow {
  id: number;
  file: number;
  seq: number;
  role: number;
  text: string;
  document: string | null;
}

/** The command that resumes a session; null where there is none. */
export type Resume = (agent: AgentName, sessionId: string) => string[] | null;

/** The turns that say most about the terms, best first. */
export function findHits(sql: DatabaseSync, query: IndexQuery, resume: Resume): Hit[] {
  const { terms, any, limit } = query;
  const turn = turnFilters(query);
  const file = fileFilters(query);
  // What was said elsewhere first is found in the copy that is asked about.
  const inCopies =
    file.text === ALL.text
      ? ALL
      : { ...file, text: `t.id IN (SELECT c.turn FROM copies c JOIN files f ON f.id = c.file WHERE ${file.text})` };
  // The full-text index gives its rows in order of rank; what the filters let through is taken until there is enough.
  const rows = sql
    .prepare(
      `SELECT w.rowid AS id, w.rank AS score, t.file, t.seq, t.role, t.ts, x.text, x.document, ${FILE}, ${file.text} AS own ` +
        "FROM words w CROSS JOIN turns t ON t.id = w.rowid " +
        "CROSS JOIN files f ON f.id = t.file CROSS JOIN texts x ON x.id = t.id LEFT JOIN folders d ON d.id = f.folder " +
        `WHERE words MATCH ? AND ${turn.text} AND (${file.text} OR ${inCopies.text}) ORDER BY w.rank`,
    )
    .iterate(
      ...file.values,
      matchExpression(terms, any),
      ...turn.values,
      ...file.values,
      ...inCopies.values,
    ) as unknown as Iterable<HitRow & { own: number }>;
  const order = sessionOrder(sql);
  const found: HitRow[] = [];
  for (const row of rows) {
    if (!hasBeginnings(row.text, terms, any) || !hasPlainWords(row.text, terms)) continue;
    found.push(row.own === 1 ? row : { ...row, ...copyOf(sql, row.id, file) });
    if (found.length === limit) break;
  }
  return found.map((row) => ({
    ...hitIn(sql, row, resume),
    role: roleOf(row.role),
    seq: order(row.agent, row.session, row),
    document: row.document,
    snippet: snippet(row.text, findMarks(row.text, terms)),
  }));
}

/** What a hit says of the session that it is in. */
export function hitIn(sql: DatabaseSync, row: FoundRow, resume: Resume) {
  return {
    agent: row.agent,
    sessionId: row.session,
    title: row.title,
    ts: timeOf(row.ts),
    archived: row.archived === 1,
    project: row.project,
    score: -row.score,
    gone: row.gone === 1 && !isElsewhere(sql, row),
    resume: resume(row.agent, row.session),
  };
}

/**
 * The index stems the stems of Italian words once more, and finds "importo" for "importatore": where all that is looked for
 * are plain words, a text with nothing to mark was found by that alone.
 */
export function hasPlainWords(text: string, terms: readonly Term[]): boolean {
  const plain = terms.every(({ words, signs, prefix }) => {
    return words.length === 1 && signs.length === 0 && !prefix && PLAIN.test(words[0] as string);
  });
  return !plain || findMarks(text, terms).length > 0;
}

const PLAIN = /^[a-z]{4,}$/;

export const FILE = "f.agent, f.session, f.title, d.path AS project, f.archived, f.gone";

/** Where else it stands, of what the filters let through. */
function copyOf(sql: DatabaseSync, turn: number, file: Filters): Partial<HitRow> {
  return sql
    .prepare(
      `SELECT c.file, c.seq, ${FILE} FROM copies c JOIN files f ON f.id = c.file LEFT JOIN folders d ON d.id = f.folder ` +
        `WHERE c.turn = ? AND ${file.text} ORDER BY f.started, f.id LIMIT 1`,
    )
    .get(turn, ...file.values) as Partial<HitRow>;
}

/** Is there another file of the session, as of one whose file got another name? */
function isElsewhere(sql: DatabaseSync, { agent, session }: Pick<HitRow, "agent" | "session">): boolean {
  const there =
    "SELECT 1 FROM files WHERE agent = ? AND session = ? AND gone = 0 AND forgotten = 0 AND size >= 0 LIMIT 1";
  return sql.prepare(there).get(agent, session) !== undefined;
}

interface Filters {
  text: string;
  values: (string | number)[];
}

const ALL: Filters = { text: "1", values: [] };

function turnFilters({ role, since }: IndexQuery): Filters {
  const conditions = createConditions();
  if (role !== undefined) conditions.add("t.role = ?", turnRoles.indexOf(role));
  if (since !== undefined) conditions.add("t.ts >= ?", since);
  return conditions.all();
}

export function fileFilters({ session, agent, archived, folders, own, below }: IndexQuery): Filters {
  const conditions = createConditions();
  if (agent !== undefined) conditions.add("f.agent = ?", agent);
  if (!archived) conditions.add("f.archived = 0");
  if (session !== undefined) {
    const inside = inSession(session);
    conditions.add(inside.text, ...inside.values);
  }
  if (folders !== null)
    conditions.add(
      `(${own ? "f.agent = 'thoth' OR " : ""}coalesce(f.folder IN (SELECT value FROM json_each(?)), 0))`,
      JSON.stringify(folders),
    );
  if (below !== null) conditions.add("substr(f.path, 1, length(?)) = ?", below, below);
  return conditions.all();
}

function createConditions() {
  const values: (string | number)[] = [];
  const texts: string[] = [];
  return {
    add(text: string, ...given: (string | number)[]) {
      texts.push(text);
      values.push(...given);
    },
    all: (): Filters => (texts.length === 0 ? ALL : { text: `(${texts.join(" AND ")})`, values }),
  };
}
