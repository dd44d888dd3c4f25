import { join } from "node:path";
import { type DocumentEntry, documentEntries } from "./documents.ts";
import { type Ledger, readLedger } from "./ledger.ts";
import { MANIFEST_FILE, type Manifest, parseManifest, type Status } from "./manifest/manifest.ts";
import { type PhaseState, phaseState } from "./phases.ts";
import { Problem } from "./problem.ts";
import { readRegularFile } from "./read-file.ts";
import { listSessionIds, sessionFolder } from "./store.ts";
import type { Workspace } from "./workspace.ts";

/** `warning` changes nothing (ledger lines that were skipped); `error` means no readable manifest. */
interface SessionProblem {
  code: string;
  message: string;
  severity: "warning" | "error";
}

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

export const isReadOnly = (manifest: Manifest) => manifest.archived || manifest.status === "finalized";

/** A line of `session list`. One whose manifest can't be read has its id, nulls, and a problem. */
export interface SessionRow {
  id: string;
  name: string | null;
  question: string | null;
  summary: string | null;
  status: Status | null;
  author: string | null;
  created_at: string | null;
  updated_at: string | null;
  activity_at: string | null;
  archived: boolean;
  group: string | null;
  phase: Pick<PhaseState, "code" | "index" | "of" | "name" | "title" | "complete" | "next"> | null;
  resumable: boolean;
  problem: SessionProblem | null;
}

export function sessionRow({ id, manifest, ledger, phase }: Session): SessionRow {
  const { code, index, of, name, title, complete, next } = phase;
  return {
    id,
    name: manifest.name,
    question: manifest.question,
    summary: manifest.summary,
    status: manifest.status,
    author: manifest.author,
    created_at: manifest.created_at,
    updated_at: manifest.updated_at,
    activity_at: manifest.activity_at ?? manifest.updated_at,
    archived: manifest.archived,
    group: manifest.group,
    phase: { code, index, of, name, title, complete, next },
    resumable: !isReadOnly(manifest),
    problem: skippedLines(ledger),
  };
}

function skippedLines({ skipped }: Ledger): SessionProblem | null {
  if (skipped === 0) return null;
  const lines = skipped === 1 ? "One line" : `${skipped} lines`;
  return {
    code: "ledger-skipped",
    message: `${lines} of the ledger can't be read and were skipped.`,
    severity: "warning",
  };
}

export function brokenRow(id: string, error: Problem): SessionRow {
  return {
    id,
    name: null,
    question: null,
    summary: null,
    status: null,
    author: null,
    created_at: null,
    updated_at: null,
    activity_at: null,
    archived: false,
    group: null,
    phase: null,
    resumable: false,
    problem: { code: error.code, message: error.message, severity: "error" },
  };
}

/** Every session, newest activity first. One that can't be read is a row that says so. */
export function sessionRows(workspace: Workspace): SessionRow[] {
  const rows = listSessionIds(workspace.sessionsRoot).flatMap((id) => listedRow(workspace, id) ?? []);
  const activity = (row: SessionRow) => row.activity_at ?? "";
  return rows.sort((a, b) => compare(activity(b), activity(a)) || compare(b.id, a.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

// A session that was deleted while the list was made is no row.
function listedRow(workspace: Workspace, id: string): SessionRow | null {
  try {
    return sessionRow(openSession(workspace, id));
  } catch (error) {
    if (error instanceof Problem) return error.code === "unreadable" ? brokenRow(id, error) : null;
    const message = `The session can't be read: ${(error as Error).message}.`;
    return brokenRow(
      id,
      new Problem("unreadable", message, "Check the files in the session's folder.", { cause: error }),
    );
  }
}
