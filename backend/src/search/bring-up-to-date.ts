import type { StoreProblem } from "../../api/search.ts";
import { Batches, type BatchesRequest } from "./batches.ts";
import { transaction } from "./database.ts";
import { type IndexStore, indexStore } from "./index-store.ts";
import { takeLease } from "./lease.ts";
import type { Worktree } from "./projects.ts";
import { purge } from "./purge.ts";
import type { Plan, Survey } from "./survey.ts";
import { type AgentsRequest, takeAgents } from "./take-agents.ts";
import { type OwnRequest, takeOwn } from "./take-own.ts";
import { keepWorktrees, newWorktrees } from "./worktrees.ts";

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

/**
 * Does what the plan says, alone. The plan is asked for again once that is sure: another program may have done it.
 * Throws what SQLite throws.
 */
export async function bringUpToDate(
  request: RefreshRequest,
  plan: () => Plan,
  isDone: () => boolean,
): Promise<RefreshOutcome> {
  const { database, survey, file, waitMs, worktrees, signal } = request;
  const { problems } = survey;
  const lease = database.temporary ? { release() {} } : await takeLease({ file, waitMs, needless: isDone, signal });
  if (lease === "waiting") return { stale: true, problems };
  if (lease === null) return { stale: false, problems };
  try {
    const store = indexStore(database.sql);
    const now = plan();
    const batches = new Batches(request, now.tasks.length);
    batches.tell();
    takeStock(request, store, now);
    await takeAgents(request, store, batches, now.tasks);
    keepWorktrees(database, newWorktrees(database, worktrees));
    await takeOwn(request, store, batches, now.tasks);
    if (purge.isPending(database.sql)) await purge(database);
    return { stale: false, problems: [...problems, ...batches.problems], unfinished: batches.isUnfinished };
  } finally {
    lease.release();
  }
}

/** What moved, came back or is missing; all of it is known without reading. */
function takeStock({ database, keepGone }: RefreshRequest, store: IndexStore, { missing, moved, back }: Plan): void {
  if (missing.length + moved.length + back.length === 0) return;
  transaction(database, () => {
    for (const { row, path } of moved) store.rename(row.id, path);
    for (const row of back) store.setGone(row.id, false);
    for (const row of missing) {
      const kept = row.agent !== "thoth" && keepGone && row.size >= 0;
      if (!kept && row.size >= 0) purge.note(database.sql);
      if (kept) store.setGone(row.id, true);
      else store.remove(row.id);
    }
  });
}
