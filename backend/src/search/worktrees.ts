import type { Database } from "./database.ts";
import { transaction } from "./database.ts";
import type { Worktree } from "./projects.ts";

type Sql = Pick<Database, "sql">;

/** The worktrees that projects were seen to have, and that sessions ran in. */
export function knownWorktrees({ sql }: Sql): Worktree[] {
  return sql.prepare("SELECT project, folder FROM worktrees").all() as unknown as Worktree[];
}

/** Those that are not known yet and that an indexed session ran in: git forgets a worktree when it is removed. */
export function newWorktrees({ sql }: Sql, seen: readonly Worktree[]): Worktree[] {
  if (seen.length === 0) return [];
  const unknown = sql.prepare(
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM worktrees WHERE project = ?1 AND folder = ?2) AND EXISTS " +
      "(SELECT 1 FROM folders WHERE path = ?2 OR (path >= ?2 || '/' AND path < ?2 || '0'))",
  );
  return seen.filter(({ project, folder }) => unknown.get(project, folder) !== undefined);
}

/** Whoever calls holds the lease. */
export function keepWorktrees({ sql }: Sql, worktrees: readonly Worktree[]): void {
  if (worktrees.length === 0) return;
  const keep = sql.prepare("INSERT OR IGNORE INTO worktrees(project, folder) VALUES (?, ?)");
  transaction({ sql }, () => {
    for (const { project, folder } of worktrees) keep.run(project, folder);
  });
}
