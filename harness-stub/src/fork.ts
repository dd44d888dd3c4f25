import { copyFileSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "./atomic-write.ts";
import { type Author, activity, editManifest } from "./change-manifest.ts";
import { labelWithSuffix } from "./labels.ts";
import { lines, parseRecord } from "./ledger.ts";
import { decodeText } from "./manifest/manifest.ts";
import { Problem } from "./problem.ts";
import { fileTime, readRegularFile } from "./read-file.ts";
import { readManifestBytes, type Session } from "./session.ts";
import { LEDGER_FILE, MANIFEST_FILE, type Workflow } from "./workflow.ts";

export interface ForkRequest {
  /** The new session's id. */
  id: string;
  /** The phase to begin again at; null copies everything. */
  at: string | null;
  /** The new session's name; null: the source's with " (2)". */
  name: string | null;
}

/** Fills `folder` with a copy of a session. Call it under the source's lock. Throws `wrong-phase`. */
export function fillFork(
  workflow: Workflow,
  source: Session,
  folder: string,
  request: ForkRequest,
  author: Author,
): void {
  const kept = request.at === null ? null : phasesBefore(workflow, source, request.at);
  const files = kept ? kept.documents : wholeFiles(source.folder);
  for (const file of files) copyKeepingTime(join(source.folder, file), join(folder, file));
  const ledger = readRegularFile(join(source.folder, LEDGER_FILE));
  if (ledger) writeAtomic(join(folder, LEDGER_FILE), kept ? recordsAbout(ledger.bytes, kept.codes) : ledger.bytes);
  writeAtomic(join(folder, MANIFEST_FILE), forkedManifest(source, request, author));
}

function phasesBefore(workflow: Workflow, { phase }: Session, at: string) {
  const index = workflow.findIndex(({ code }) => code === at);
  if (index < 0 || index >= phase.index) {
    const reached = workflow.slice(0, phase.index).map(({ code }) => code);
    throw new Problem(
      "wrong-phase",
      `The session has not reached ${at}.`,
      `Fork it at ${reached.join(", ")}, or whole.`,
    );
  }
  const before = workflow.slice(0, index);
  return {
    codes: new Set(before.map(({ code }) => code)),
    documents: before.flatMap(({ documents }) => documents.flatMap(({ file }) => file ?? [])),
  };
}

/** Every plain file of a session's folder but its manifest, its ledger and hidden ones. */
function wholeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .filter((name) => name !== MANIFEST_FILE && name !== LEDGER_FILE);
}

// The order of times says which documents are stale, so a copy keeps them.
function copyKeepingTime(from: string, to: string): void {
  const file = readRegularFile(from, 1);
  if (!file) return;
  copyFileSync(from, to);
  const time = new Date(fileTime(file.stat));
  utimesSync(to, time, time);
}

/** The ledger's lines about these phases, each as it stands. */
function recordsAbout(bytes: Uint8Array, codes: ReadonlySet<string>): string {
  const about = lines(bytes).filter((line) => {
    const phase = parseRecord(line)?.phase;
    return typeof phase === "string" && codes.has(phase);
  });
  return about.map((line) => `${line}\n`).join("");
}

function forkedManifest(source: Session, { id, at, name }: ForkRequest, author: Author): string {
  const { manifest } = source;
  return editManifest(decodeText(readManifestBytes(source.folder)), {
    session_id: id,
    name: name ?? labelWithSuffix(manifest.name ?? manifest.question, " (2)"),
    status: "open",
    archived: false,
    author: author.by,
    created_at: author.now.toISOString(),
    // The copied documents are older than the copy: their question has to be too, or all of them would be stale.
    question_updated_at: manifest.question_updated_at ?? manifest.created_at,
    forked_from: { id: source.id, at },
    // It sums up a result that a copy from an earlier phase has yet to reach.
    ...(at === null ? {} : { summary: null }),
    ...activity(author),
  });
}
