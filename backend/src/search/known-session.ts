import { createHash } from "node:crypto";
import type { HarnessRow } from "../sessions/index.ts";
import { titleFrom } from "../transcripts/index.ts";
import type { KnownSession } from "./workspace-cache.ts";

/** A harness without folders to look at tells by its row that a session moved. */
export function knownOf(row: HarnessRow, before: KnownSession | undefined): KnownSession {
  const { name, question, archived, created_at: startedAt, updated_at } = row;
  const hash = createHash("sha1").update(JSON.stringify(row)).digest();
  const unit =
    before !== undefined && before.folder !== 0
      ? { size: before.size, mtime: before.mtime, folder: before.folder }
      : { size: hash.readUInt32BE(), mtime: Date.parse(updated_at ?? "") || 0, folder: 0 };
  const title = titleFrom(name ?? question ?? "");
  return { title, archived: archived === true, startedAt, forkOf: before?.forkOf, ...unit };
}

/** A fraction that changes with what a session's turns say of it. */
export function headMark(known: KnownSession | undefined): number {
  if (!known) return 0;
  const { title, archived, startedAt, forkOf = null } = known;
  const hash = createHash("sha1")
    .update(JSON.stringify([title, archived, startedAt, forkOf]))
    .digest();
  return hash.readUInt16BE() / 2 ** 17;
}
