import { lateCrypto } from "../lib/late-crypto.ts";
import type { HarnessRow } from "../sessions/index.ts";
import { type SessionHead, titleFrom } from "../transcripts/index.ts";
import type { KnownSession } from "./workspace-cache.ts";

type Place = Pick<KnownSession, "size" | "mtime" | "folder">;

/** What a row says of a session, whose folder was so when it was looked at. */
export function knownIn(row: HarnessRow, { size, mtime, folder }: Place, forkOf: KnownSession["forkOf"]): KnownSession {
  const { name, question, archived, created_at: startedAt } = row;
  const title = titleFrom(name ?? question ?? "");
  return { title, archived: archived === true, startedAt, forkOf, size, mtime, folder };
}

/** The same after a list, which looks at no folder. A harness that has none tells by its row that a session moved. */
export function knownOf(row: HarnessRow, before: KnownSession | undefined): KnownSession {
  if (before !== undefined && before.folder !== 0) return knownIn(row, before, before.forkOf);
  const hash = lateCrypto().createHash("sha1").update(JSON.stringify(row)).digest();
  const place = { size: hash.readUInt32BE(), mtime: Date.parse(row.updated_at ?? "") || 0, folder: 0 };
  return knownIn(row, place, before?.forkOf);
}

export function headOf(
  workspace: string,
  sessionId: string,
  { title, startedAt, forkOf = null }: KnownSession,
): SessionHead {
  return { sessionId, cwd: workspace, title, startedAt, forkOf, subagentOf: null };
}

/** A fraction that changes with what a session's turns say of it. */
export function headMark(known: KnownSession | undefined): number {
  if (!known) return 0;
  const { title, archived, startedAt, forkOf = null } = known;
  const hash = lateCrypto()
    .createHash("sha1")
    .update(JSON.stringify([title, archived, startedAt, forkOf]))
    .digest();
  return hash.readUInt16BE() / 2 ** 17;
}
