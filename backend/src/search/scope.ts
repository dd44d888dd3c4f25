import type { DatabaseSync } from "node:sqlite";
import { findProjects, type Projects, type Worktree } from "./projects.ts";
import type { RefreshOptions, SearchSettings } from "./types.ts";

/** What is asked about. */
export interface Scope {
  /** Equal for scopes that hold the same. */
  key: string;
  everything: boolean;
  projects: Projects;
  /** As the user named them. */
  named: readonly string[];
  /** The workspace's own sessions belong to it wherever its projects are, but not to folders that are asked about instead. */
  own: boolean;
  holds(folder: string): boolean;
}

/** `replaced`: one folder of transcripts stands for every store, and belongs to every project. `known`: from the index. */
export function scopeOf(
  { scope, projects }: Pick<RefreshOptions, "scope" | "projects">,
  settings: Pick<SearchSettings, "projects">,
  replaced: boolean,
  known: readonly Worktree[],
): Scope {
  const named = projects ?? settings.projects;
  const found = findProjects(named, known);
  const everything = replaced || (scope === "all" && projects === undefined);
  const holds = everything ? () => true : found.hold;
  const own = projects === undefined;
  return { key: everything ? "all" : found.folders.join("\0"), everything, projects: found, named, own, holds };
}

/** Ids of the indexed folders in a scope; null for all. */
export function folderIds(sql: DatabaseSync, { everything, holds }: Scope): number[] | null {
  if (everything) return null;
  const folders = sql.prepare("SELECT id, path FROM folders").all() as { id: number; path: string }[];
  return folders.filter(({ path }) => holds(path)).map(({ id }) => id);
}

/** Nothing is indexed in these folders (ids; null for all), nor in files below that path; `own`: nor in the workspace's sessions. */
export function isEmptyScope(
  sql: DatabaseSync,
  { folders, own, below }: { folders: readonly number[] | null; own: boolean; below: string | null },
): boolean {
  const row = sql
    .prepare(
      "SELECT id FROM files WHERE size >= 0 AND (?1 IS NULL OR (?3 AND agent = 'thoth') OR folder IN (SELECT value FROM json_each(?1))) " +
        "AND (?2 IS NULL OR substr(path, 1, length(?2)) = ?2) LIMIT 1",
    )
    .get(folders === null ? null : JSON.stringify(folders), below, own ? 1 : 0);
  return row === undefined;
}
