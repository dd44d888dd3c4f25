import type { DatabaseSync } from "node:sqlite";
import type { Hit } from "../../api/search.ts";
import { FILE, type FoundRow, fileFilters, hasPlainWords, hitIn, type IndexQuery, type Resume } from "./index-query.ts";
import { findMarks, hasBeginnings } from "./words/marks.ts";
import { matchExpression } from "./words/match.ts";
import { snippet } from "./words/snippet.ts";

type TitleRow = FoundRow & { title: string };

/** When something was said there last. */
const NEWEST = "coalesce((SELECT max(ts) FROM turns WHERE file = f.id), f.started)";

/** The agents' sessions whose title has the words, best first. A title is nobody's words, so with a role there are none. */
export function findTitles(sql: DatabaseSync, query: IndexQuery, resume: Resume): Hit[] {
  const { terms, any, role, since, limit } = query;
  if (role !== undefined) return [];
  const file = fileFilters(query);
  const rows = sql
    .prepare(
      `SELECT w.rank AS score, ${NEWEST} AS ts, ${FILE} FROM titles w CROSS JOIN files f ON f.id = w.rowid ` +
        `LEFT JOIN folders d ON d.id = f.folder WHERE titles MATCH ? AND ${file.text} ` +
        `${since === undefined ? "" : `AND ${NEWEST} >= ? `}ORDER BY w.rank`,
    )
    .iterate(
      matchExpression(terms, any),
      ...file.values,
      ...(since === undefined ? [] : [since]),
    ) as unknown as Iterable<TitleRow>;
  const found = new Map<string, TitleRow>();
  for (const row of rows) {
    const session = `${row.agent}:${row.session}`;
    if (found.has(session) || !hasBeginnings(row.title, terms, any) || !hasPlainWords(row.title, terms)) continue;
    found.set(session, row);
    if (found.size === limit) break;
  }
  return [...found.values()].map((row) => ({
    ...hitIn(sql, row, resume),
    role: "title",
    seq: 0,
    document: null,
    snippet: snippet(row.title, findMarks(row.title, terms)),
  }));
}

/** Titles before passages, but no more than a third of what may be answered while there are passages for the rest. */
export function withTitles(titles: readonly Hit[], passages: readonly Hit[], limit: number): Hit[] {
  const first = titles.slice(0, Math.max(Math.ceil(limit / 3), limit - passages.length));
  // Each index ranks by how rare a word is in it: only within one do the numbers compare.
  const above = passages[0]?.score ?? 0;
  return [...first.map((hit) => ({ ...hit, score: hit.score + above })), ...passages.slice(0, limit - first.length)];
}
