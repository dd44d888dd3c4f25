import { isProblem } from "../http/problem.ts";
import type { BulkDocuments, HarnessRow, ThtRunner } from "../sessions/index.ts";
import type { Unit } from "../transcripts/index.ts";
import { headOf, knownIn } from "./known-session.ts";
import { SESSIONS_AT_ONCE } from "./session-batches.ts";
import type { UnitReading } from "./types.ts";
import type { KnownSession, WorkspaceCache } from "./workspace-cache.ts";
import type { FolderUnit } from "./workspace-folders.ts";
import { firstDecisionAt, workspaceTurns } from "./workspace-turns.ts";

export interface WorkspaceDocumentsOptions {
  workspace: string;
  cache: WorkspaceCache;
  tht(): Promise<ThtRunner>;
}

interface DocumentsRequest {
  units: readonly Unit[];
  /** The list, by id: a session that is not on it is gone. */
  rows: ReadonlyMap<string, HarnessRow>;
  /** Takes what a reading tells of its session. */
  learn(sessionId: string, known: KnownSession): void;
  signal: AbortSignal;
}

/** Reads what sessions say in their documents and decisions, with one run of the harness. */
export type ReadDocuments = (request: DocumentsRequest) => AsyncGenerator<UnitReading, void>;

/** A session that can't be read is a failure of its own; the reading throws where the harness reads none of many, or not at all. */
export function createWorkspaceDocuments({ workspace, cache, tht }: WorkspaceDocumentsOptions): ReadDocuments {
  /** Where a session was copied from, if it was. Decisions older than itself give a copy away; the others cost no question. */
  async function originOf({ id, created_at }: HarnessRow, decidedAt: string | null): Promise<string | null> {
    if (decidedAt === null || created_at === null || decidedAt >= created_at) return null;
    const { forked_from: from } = (await (await tht()).show(id)) as { forked_from?: { id?: unknown } | null };
    return typeof from?.id === "string" ? from.id : null;
  }

  async function readingOf(
    unit: Unit,
    row: HarnessRow,
    answer: BulkDocuments,
    learn: DocumentsRequest["learn"],
  ): Promise<UnitReading> {
    try {
      if ("problem" in answer) throw answer.problem;
      const { documents, forkedFrom = cache.get().sessions[row.id]?.forkOf } = answer;
      const forkOf = forkedFrom === undefined ? await originOf(row, firstDecisionAt(documents)) : forkedFrom;
      const { id: sessionId, name, created_at: createdAt } = row;
      const { size, mtime, folder = 0 } = unit as FolderUnit;
      const known = knownIn(row, { size, mtime, folder }, forkOf);
      learn(sessionId, known);
      const turns = workspaceTurns({ sessionId, name, createdAt, forkOf, documents });
      return { unit, reading: { head: headOf(workspace, sessionId, known), archived: known.archived, turns } };
    } catch (error) {
      if (!isProblem(error)) throw error;
      return error.code === "session-not-found" ? { unit, reading: null } : { unit, failure: error };
    }
  }

  return async function* readDocuments({ units, rows, learn, signal }) {
    const unitOf = new Map(units.map((unit) => [unit.sessionId, unit]));
    for (const unit of units) if (!rows.has(unit.sessionId)) yield { unit, reading: null };
    const ids = [...unitOf.keys()].filter((id) => rows.has(id));
    const failures: Error[] = [];
    for await (const answer of (await tht()).bulkDocuments(ids, signal)) {
      const read = await readingOf(unitOf.get(answer.id) as Unit, rows.get(answer.id) as HarnessRow, answer, learn);
      if ("failure" in read) failures.push(read.failure);
      yield read;
    }
    // A harness that can read none of so many: the next ones would fare no better.
    if (failures.length === SESSIONS_AT_ONCE) throw failures[0];
  };
}
