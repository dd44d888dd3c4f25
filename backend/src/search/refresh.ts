import type { RefreshOutcome, RefreshRequest } from "./bring-up-to-date.ts";
import { type KnownFiles, knownFiles } from "./known-files.ts";
import { purge } from "./purge.ts";
import { isEmpty, makePlan, type Plan, type Survey } from "./survey.ts";
import { newWorktrees } from "./worktrees.ts";

/** Makes the index as the stores are. Throws what SQLite throws. */
export async function refresh(request: RefreshRequest): Promise<RefreshOutcome> {
  const { database, survey, holds, worktrees } = request;
  const plan = planOf(knownFiles(database.sql), survey, holds);
  const isDone = () => isEmpty(plan()) && newWorktrees(database, worktrees).length === 0;
  if (isDone() && !purge.isPending(database.sql)) return { stale: false, problems: survey.problems };
  // Mostly nothing has changed: a question then waits for nothing of what reads and writes.
  const { bringUpToDate } = await import("./bring-up-to-date.ts");
  return bringUpToDate(request, plan, isDone);
}

/** Asked again it is made anew only where others have written. */
function planOf(files: KnownFiles, survey: Survey, holds: (folder: string) => boolean): () => Plan {
  let made: { plan: Plan; revision: number } | null = null;
  return () => {
    const rows = files.rows();
    if (made?.revision !== files.revision) made = { plan: makePlan(survey, rows, holds), revision: files.revision };
    return made.plan;
  };
}
