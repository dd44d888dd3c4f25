import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { SearchedAgents, SearchStatus } from "../../api/search.ts";
import { timeOf } from "./index-values.ts";

type IndexedAgent = SearchStatus["agents"][number];

/** What the index holds, an agent a row. */
export function indexedAgents(sql: DatabaseSync): IndexedAgent[] {
  const rows = sql
    .prepare(
      "SELECT f.agent, count(DISTINCT f.session) AS sessions, sum(n.turns) AS turns, max(n.newest) AS newest, " +
        "count(DISTINCT CASE WHEN f.gone = 1 THEN f.session END) AS gone FROM files f LEFT JOIN " +
        "(SELECT file, count(*) AS turns, max(ts) AS newest FROM turns GROUP BY file) n ON n.file = f.id " +
        "WHERE f.size >= 0 AND f.forgotten = 0 GROUP BY f.agent ORDER BY f.agent",
    )
    .all() as unknown as (Omit<IndexedAgent, "newest"> & { newest: number | null })[];
  return rows.map(({ newest, turns, ...row }) => ({ ...row, turns: turns ?? 0, newest: timeOf(newest) }));
}

/** Of how many sessions something is indexed, in these folders (ids; null for all), and below that path. */
export function searchedAgents(
  sql: DatabaseSync,
  { folders, own, below }: { folders: readonly number[] | null; own: boolean; below: string | null },
): SearchedAgents["agents"] {
  const rows = sql
    .prepare(
      "SELECT agent, count(DISTINCT session) AS sessions FROM files WHERE size >= 0 AND forgotten = 0 AND " +
        "(?1 IS NULL OR (?3 AND agent = 'thoth') OR folder IN (SELECT value FROM json_each(?1))) AND " +
        "(?2 IS NULL OR substr(path, 1, length(?2)) = ?2) GROUP BY agent ORDER BY agent",
    )
    .all(folders === null ? null : JSON.stringify(folders), below, own ? 1 : 0);
  return rows.map((row) => ({ ...row })) as unknown as SearchedAgents["agents"];
}

/** Of the database with what lies beside it, in bytes. */
export function sizeOnDisk(file: string): number {
  return ["", "-wal"].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}
