import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { parseLedger } from "./ledger.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { type FileContent, fileTime, readRegularFile } from "./read-file.ts";
import { type Format, LEDGER_FILE, MANIFEST_FILE, type Workflow, type WorkflowDocument } from "./workflow.ts";

/** A document that exists, without its content. */
export interface DocumentEntry {
  key: string;
  phase: string;
  bytes: number;
  updated_at: string;
}

/** A document as `session documents` prints it. `bytes` is the size of the whole, on disk. */
export interface SessionDocument {
  phase: string;
  key: string;
  title: string;
  format: Format | "decisions";
  content: string;
  bytes: number;
  updated_at: string;
  /** Only there, and true, when `content` was cut. */
  truncated?: true;
}

export interface DocumentSelection {
  /** The intermediate ones too. */
  all: boolean;
  /** Just this one, intermediate or not. */
  key?: string | undefined;
  /** At most so many bytes of each; 0: no limit. */
  maxBytes: number;
}

type Placed = WorkflowDocument & { phase: string };

const placed = (workflow: Workflow): Placed[] =>
  workflow.flatMap((phase) => phase.documents.map((document) => ({ ...document, phase: phase.code })));

const isoTime = (ms: number) => new Date(ms).toISOString();

/** The question is as old as its text: renaming a session doesn't make every later document stale. */
function questionTime(folder: string, manifest: Manifest): number {
  const written = manifest.question_updated_at ?? manifest.created_at;
  if (written) return Date.parse(written);
  const stat = lstatSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false });
  return stat ? fileTime(stat) : 0;
}

/** The workflow's documents that exist, in phase order. `manifest` is null where it can't be read. */
export function documentEntries(folder: string, workflow: Workflow, manifest: Manifest | null): DocumentEntry[] {
  return placed(workflow).flatMap(({ key, phase, file }) => {
    if (file === null) {
      if (!manifest) return [];
      const updated_at = isoTime(questionTime(folder, manifest));
      return { key, phase, bytes: Buffer.byteLength(manifest.question), updated_at };
    }
    const stat = lstatSync(join(folder, file), { throwIfNoEntry: false });
    return stat?.isFile() ? { key, phase, bytes: stat.size, updated_at: isoTime(fileTime(stat)) } : [];
  });
}

/** The documents with their content, in phase order, the decisions last. */
export function readDocuments(
  folder: string,
  workflow: Workflow,
  manifest: Manifest | null,
  selection: DocumentSelection,
): SessionDocument[] {
  const wanted = (document: { key: string; intermediate?: boolean }) =>
    selection.key === undefined ? selection.all || !document.intermediate : document.key === selection.key;
  return [
    ...(manifest || !wanted({ key: "manifest" }) ? [] : rawManifest(folder, workflow, selection.maxBytes)),
    ...placed(workflow)
      .filter(wanted)
      .flatMap((document) => readDocument(folder, document, manifest, selection.maxBytes)),
    ...(wanted({ key: "decisions" }) ? decisions(folder, selection.maxBytes) : []),
  ];
}

function rawManifest(folder: string, workflow: Workflow, maxBytes: number): SessionDocument[] {
  const file = readRegularFile(join(folder, MANIFEST_FILE), maxBytes);
  const phase = workflow[0]?.code ?? "";
  return file ? [shown({ phase, key: "manifest", title: MANIFEST_FILE, format: "text" }, file, maxBytes)] : [];
}

function readDocument(
  folder: string,
  document: Placed,
  manifest: Manifest | null,
  maxBytes: number,
): SessionDocument | [] {
  const { phase, key, title, format } = document;
  if (document.file === null) {
    if (!manifest) return [];
    const bytes = Buffer.from(manifest.question);
    const time = { size: bytes.length, mtimeMs: questionTime(folder, manifest) };
    return shown({ phase, key, title, format }, { bytes, stat: time }, maxBytes);
  }
  const file = readRegularFile(join(folder, document.file), maxBytes);
  return file ? shown({ phase, key, title, format }, file, maxBytes) : [];
}

function decisions(folder: string, maxBytes: number): SessionDocument[] {
  const file = readRegularFile(join(folder, LEDGER_FILE));
  if (!file || file.stat.size === 0) return [];
  const content = Buffer.from(JSON.stringify(parseLedger(file.bytes).records));
  const described = { phase: "", key: "decisions", title: "Decisioni", format: "decisions" } as const;
  const document = shown(
    described,
    { bytes: content, stat: { size: content.length, mtimeMs: file.stat.mtimeMs } },
    maxBytes,
  );
  return [{ ...document, bytes: file.stat.size }];
}

type Described = Pick<SessionDocument, "phase" | "key" | "title" | "format">;
type Measured = { bytes: FileContent["bytes"]; stat: { size: number; mtimeMs: number } };

function shown(document: Described, { bytes, stat }: Measured, maxBytes: number): SessionDocument {
  const truncated = maxBytes > 0 && stat.size > maxBytes;
  const content = new TextDecoder().decode(truncated ? cutAtCharacter(bytes, maxBytes) : bytes);
  const isJson = document.format === "schema-linking" || document.format === "decisions";
  return {
    ...document,
    format: isJson && (truncated || !isJsonText(content)) ? "text" : document.format,
    content,
    bytes: stat.size,
    updated_at: isoTime(fileTime(stat)),
    ...(truncated ? { truncated } : {}),
  };
}

/** Cuts UTF-8 to at most `limit` bytes without splitting a character. */
function cutAtCharacter(bytes: Uint8Array, limit: number): Uint8Array {
  let end = Math.min(limit, bytes.length);
  // The byte after the cut tells: a continuation byte belongs to a character that began before it.
  if (end === bytes.length) end = completeLength(bytes);
  else while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function completeLength(bytes: Uint8Array): number {
  const lead = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length <= bytes.length ? bytes.length : lead;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `{key: sha256}` of a phase's documents, as an approval records them. */
export function documentHashes(folder: string, documents: readonly WorkflowDocument[], manifest: Manifest) {
  const hashes: Record<string, string> = {};
  for (const { key, file } of documents) {
    const content = file === null ? Buffer.from(manifest.question) : readRegularFile(join(folder, file))?.bytes;
    if (content) hashes[key] = createHash("sha256").update(content).digest("hex");
  }
  return hashes;
}
