import { join } from "node:path";
import {
  type DocumentEntry,
  type DocumentSelection,
  documentEntries,
  readDocuments,
  type SessionDocument,
} from "./documents.ts";
import { type Ledger, readLedger } from "./ledger.ts";
import { type Manifest, parseManifest } from "./manifest/manifest.ts";
import { type PhaseState, phaseState } from "./phases.ts";
import { Problem } from "./problem.ts";
import { readRegularFile } from "./read-file.ts";
import { sessionFolder } from "./session-folders.ts";
import { MANIFEST_FILE } from "./workflow.ts";
import type { Workspace } from "./workspace.ts";

/** A session as it stands on disk. */
export interface Session {
  id: string;
  folder: string;
  manifest: Manifest;
  ledger: Ledger;
  entries: DocumentEntry[];
  phase: PhaseState;
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Reads a session's manifest bytes; throws `unreadable`. */
export function readManifestBytes(folder: string): Buffer {
  const file = readRegularFile(join(folder, MANIFEST_FILE), MAX_MANIFEST_BYTES);
  if (file && file.stat.size > MAX_MANIFEST_BYTES) {
    throw new Problem(
      "unreadable",
      `${MANIFEST_FILE} is over 4 MiB.`,
      "Something else wrote into it: restore it from a copy.",
    );
  }
  if (file) return file.bytes;
  const hint = "Restore the file from a copy, or delete the session; `tht session path ID` prints the folder.";
  throw new Problem("unreadable", `The session has no ${MANIFEST_FILE}.`, hint);
}

/** Reads a session's folder; throws `unreadable`. */
export function readSession(workspace: Workspace, id: string, folder: string): Session {
  const manifest = parseManifest(readManifestBytes(folder));
  const ledger = readLedger(folder);
  const entries = documentEntries(folder, workspace.workflow, manifest);
  const times = new Map(entries.map((entry) => [entry.key, Date.parse(entry.updated_at)]));
  return { id, folder, manifest, ledger, entries, phase: phaseState(workspace.workflow, ledger.records, times) };
}

/** Throws `invalid-id`, `session-not-found`, `unreadable`. */
export const openSession = (workspace: Workspace, id: string) =>
  readSession(workspace, id, sessionFolder(workspace.sessionsRoot, id));

/**
 * A session's documents, also where its manifest can't be read: that is null then. Throws `invalid-id`,
 * `session-not-found`, and `unreadable` for a document.
 */
export function openDocuments(
  { sessionsRoot, workflow }: Workspace,
  id: string,
  selection: DocumentSelection,
): { manifest: Manifest | null; documents: SessionDocument[] } {
  const folder = sessionFolder(sessionsRoot, id);
  const manifest = readableManifest(folder);
  return { manifest, documents: readDocuments(folder, workflow, manifest, selection) };
}

function readableManifest(folder: string): Manifest | null {
  try {
    return parseManifest(readManifestBytes(folder));
  } catch (error) {
    if (error instanceof Problem && error.code === "unreadable") return null;
    throw error;
  }
}

export const isReadOnly = (manifest: Manifest) => manifest.archived || manifest.status === "finalized";
