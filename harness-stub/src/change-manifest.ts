import { join } from "node:path";
import { writeAtomic } from "./atomic-write.ts";
import { editFields } from "./manifest/edit-fields.ts";
import { decodeText } from "./manifest/manifest.ts";
import type { FieldValue } from "./manifest/yaml-text.ts";
import { Problem } from "./problem.ts";
import { isReadOnly, openSession, readManifestBytes, readSession, type Session } from "./session.ts";
import { changeSession } from "./store.ts";
import { MANIFEST_FILE } from "./workflow.ts";
import type { Workspace } from "./workspace.ts";

export type FieldChanges = Record<string, FieldValue>;

export interface Author {
  by: string;
  now: Date;
}

/** Sets fields of a manifest's text; throws `unreadable` where that can't be done line by line. */
export function editManifest(text: string, changes: FieldChanges): string {
  try {
    return editFields(text, changes);
  } catch (error) {
    const why = (error as Error).message.replaceAll(/\s+/g, " ");
    throw new Problem(
      "unreadable",
      `${MANIFEST_FILE} can't be changed safely: ${why}.`,
      "Write one `field: value` a line in it, then try again.",
      {
        cause: error,
      },
    );
  }
}

/** Writes fields of a session's manifest. Call it under the session's lock. */
function writeFields(session: Session, changes: FieldChanges): void {
  const text = decodeText(readManifestBytes(session.folder));
  writeAtomic(join(session.folder, MANIFEST_FILE), editManifest(text, changes));
}

/** The fields of an act that counts as work on the session: it moves up in the list. */
export const activity = ({ by, now }: Author): FieldChanges => ({
  updated_at: now.toISOString(),
  updated_by: by,
  activity_at: now.toISOString(),
});

/** The fields of an act that only manages the session: it stays where it is in the list. */
export function management(session: Session, { by, now }: Author): FieldChanges {
  const { activity_at, updated_at } = session.manifest;
  const kept: FieldChanges = activity_at === null && updated_at !== null ? { activity_at: updated_at } : {};
  return { updated_at: now.toISOString(), updated_by: by, ...kept };
}

/**
 * Runs `change` on a session as its only writer, writes the fields it returns (null: none), and returns the session as
 * it stands afterwards.
 */
export function updateSession(
  workspace: Workspace,
  id: string,
  change: (session: Session) => FieldChanges | null,
): Session {
  return changeSession(workspace.sessionsRoot, id, (folder) => {
    const session = readSession(workspace, id, folder);
    const changes = change(session);
    if (!changes) return session;
    writeFields(session, changes);
    return openSession(workspace, id);
  });
}

/** Throws `read-only` for an archived or finalized session. */
export function assertWritable({ id, manifest }: Session): void {
  if (!isReadOnly(manifest)) return;
  const [state, hint] = manifest.archived
    ? ["archived", "Restore it first (`tht session unarchive ID`)."]
    : ["finalized", "Fork it to go on from there (`tht session fork ID`)."];
  throw new Problem("read-only", `Session ${id} is ${state}, so it can only be read.`, hint);
}
