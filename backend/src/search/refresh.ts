import type { StoreProblem } from "../../api/search.ts";
import type { BatchesRequest } from "./batches.ts";
import { type KnownFiles, knownFiles } from "./known-files.ts";
import type { Worktree } from "./projects.ts";
import { purge } from "./purge.ts";
import { isEmpty, makePlan, type Plan, type Survey } from "./survey.ts";
import type { AgentsRequest } from "./take-agents.ts";
import type { OwnRequest } from "./take-own.ts";
import { newWorktrees } from "./worktrees.ts";

export interface RefreshRequest extends BatchesRequest, AgentsRequest, OwnRequest {
  /** Of the database, beside which the lease lies. */
  file: string;
  survey: Survey;
  /** Those that git names now of what is asked about. */
  worktrees: readonly Worktree[];
  keepGone: boolean;
  /** How long to wait for another writer. */
  waitMs: number;
}

export interface RefreshOutcome {
  /** Another program is writing, and was not waited for any longer. */
  stale: boolean;
  problems: StoreProblem[];
  /** It gave way; what is left is another refresh. */
  unfinished?: boolean;
}

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
