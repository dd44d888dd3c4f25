import { join } from "node:path";
import { listSessionIds } from "../session-folders.ts";
import { compareRows, type SessionRow } from "../session-row.ts";
import type { Workspace } from "../workspace.ts";
import { beginIndex, type IndexDraft } from "./index-draft.ts";
import { encodeIndex, type ListIndex, parseRows } from "./list-index.ts";
import { readRow } from "./read-row.ts";
import { areOlderThan, selectStamps, stampedPaths, takeStamps } from "./stamps.ts";

/** A row, and its stamps; null where it may not be kept. */
interface Listed {
  row: SessionRow;
  stamps: readonly number[] | null;
}

/**
 * The list with the rows of `current` from the index and the others read, as JSON text. Writes an index of all rows
 * that may be kept, if that is another than the one there is.
 */
export function refreshList(workspace: Workspace, index: ListIndex | null, current: ReadonlySet<string>): Buffer {
  const { sessionsRoot, workflow } = workspace;
  const known = index ? knownRows(index, current) : new Map<string, Listed>();
  // Begun before anything is read: its time is what the age of the files is measured against.
  const draft = beginIndex(sessionsRoot);
  try {
    const paths = stampedPaths(workflow);
    const taken = draft ? keepable(takeStamps(sessionsRoot, [""]), draft) : null;
    const listed = listSessionIds(sessionsRoot).flatMap(
      (id) => known.get(id) ?? readListed(workspace, id, paths, draft) ?? [],
    );
    listed.sort((a, b) => compareRows(a.row, b.row));
    const kept = listed.filter(({ stamps }) => stamps !== null);
    // An index that has not every session must not answer for all.
    const root = taken !== null && kept.length === listed.length ? taken : [];
    const isNews = kept.length !== index?.ids.length || kept.some(({ row }) => !known.has(row.id));
    const isOther = String(root) !== String(index?.root);
    if (draft && (isNews || isOther)) draft.save(encodeIndex(workflow, toIndex(kept, root)));
    return rowsText(listed);
  } finally {
    draft?.close();
  }
}

function readListed(
  workspace: Workspace,
  id: string,
  paths: readonly string[],
  draft: IndexDraft | null,
): Listed | null {
  // Stamped before it is read: what is written meanwhile makes the stamps old, not the row.
  const taken = draft ? takeStamps(join(workspace.sessionsRoot, id), paths) : null;
  const read = readRow(workspace, id);
  if (!read) return null;
  const stamps = taken && read.readFrom ? selectStamps(taken, read.readFrom) : null;
  return { row: read.row, stamps: stamps && draft && keepable(stamps, draft) };
}

const keepable = (stamps: number[], { begun }: IndexDraft) => (areOlderThan(stamps, begun) ? stamps : null);

function knownRows(index: ListIndex, current: ReadonlySet<string>): Map<string, Listed> {
  const rows = parseRows(index) ?? [];
  const stamps = Array.from(index.stamps);
  const known = index.ids.flatMap((id, at): [string, Listed][] => {
    const row = rows[at];
    if (!current.has(id) || row?.id !== id) return [];
    return [[id, { row, stamps: stamps.slice(index.ends[at - 1] ?? 0, index.ends[at]) }]];
  });
  return new Map(known);
}

const rowsText = (listed: readonly Listed[]) => Buffer.from(`${JSON.stringify(listed.map(({ row }) => row))}\n`);

function toIndex(kept: readonly Listed[], root: readonly number[]): ListIndex {
  let end = 0;
  const ends = kept.map(({ stamps }) => {
    end += stamps?.length ?? 0;
    return end;
  });
  return {
    root,
    ids: kept.map(({ row }) => row.id),
    ends,
    stamps: kept.flatMap(({ stamps }) => stamps ?? []),
    rows: rowsText(kept),
  };
}
