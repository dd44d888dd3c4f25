import { join } from "node:path";
import { readFileSync } from "./fs.ts";
import { Problem } from "./problem.ts";
import { readYaml } from "./yaml-cache.ts";

/** The files of a session that the harness itself writes; the workflow's documents stand beside them. */
export const MANIFEST_FILE = "session_manifest.yaml";
export const LEDGER_FILE = "review_decisions.jsonl";

const FORMATS = ["markdown", "sql", "schema-linking", "text"] as const;
export type Format = (typeof FORMATS)[number];

/** A document a phase writes. `file` is a plain file name; it is null for the manifest's own question. */
export interface WorkflowDocument {
  key: string;
  file: string | null;
  title: string;
  format: Format;
  intermediate: boolean;
}

export interface WorkflowPhase {
  code: string;
  name: string;
  title: string;
  gate: "person" | "auto";
  documents: WorkflowDocument[];
}

export type Workflow = readonly WorkflowPhase[];

/** The key of the ledger among a session's documents, and of the raw text of a manifest that can't be read. */
const RESERVED_KEYS = ["decisions", "manifest"];

export const DEFAULT_WORKFLOW = join(import.meta.dirname, "..", "workflow.yaml");

/** Reads and checks a workflow file; throws `unreadable`. */
export function readWorkflow(path: string): Workflow {
  const fail = (why: string, cause?: unknown): never => {
    throw new Problem(
      "unreadable",
      `The workflow ${path} can't be used: ${why}.`,
      "Mend the file, or remove `workflow` from workspace.yaml.",
      {
        cause,
      },
    );
  };
  try {
    return readYaml("workflow", readFileSync(path, "utf8"), checkedWorkflow);
  } catch (error) {
    return fail((error as Error).message, error);
  }
}

function checkedWorkflow(value: unknown): Workflow {
  const phases = list(record(value, "the file").phases, "phases").map(checkedPhase);
  if (phases.length === 0) throw new Error("it has no phases");
  assertUnique(
    "phase",
    phases.map((phase) => phase.code),
  );
  const documents = phases.flatMap((phase) => phase.documents);
  assertUnique("document key", [...RESERVED_KEYS, ...documents.map((document) => document.key)]);
  assertUnique(
    "file",
    documents.flatMap((document) => document.file ?? []),
  );
  const withoutFile = documents.filter((document) => document.file === null);
  if (withoutFile.length > 1 || (withoutFile[0] && withoutFile[0] !== phases[0]?.documents[0])) {
    throw new Error("only the first document of the first phase, the question, may have no file");
  }
  return phases;
}

function checkedPhase(value: unknown): WorkflowPhase {
  const phase = record(value, "a phase");
  const code = word(phase.code, "a phase's code");
  const gate = phase.gate ?? "person";
  if (gate !== "person" && gate !== "auto") throw new Error(`the gate of ${code} is neither person nor auto`);
  return {
    code,
    name: word(phase.name, `the name of ${code}`),
    title: text(phase.title ?? phase.name, `the title of ${code}`),
    gate,
    documents: list(phase.documents ?? [], `the documents of ${code}`).map(checkedDocument),
  };
}

function checkedDocument(value: unknown): WorkflowDocument {
  const document = record(value, "a document");
  const key = word(document.key, "a document's key");
  const format = (document.format ?? "text") as Format;
  if (!FORMATS.includes(format)) throw new Error(`the format of ${key} is none of ${FORMATS.join(", ")}`);
  const file = document.file === undefined || document.file === null ? null : text(document.file, `the file of ${key}`);
  if (file !== null && !/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(file)) {
    throw new Error(`the file of ${key} is not a plain file name`);
  }
  if (file === MANIFEST_FILE || file === LEDGER_FILE) {
    throw new Error(`the file of ${key} is one the harness writes itself`);
  }
  return {
    key,
    file,
    title: text(document.title ?? key, `the title of ${key}`),
    format,
    intermediate: document.intermediate === true,
  };
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error(`${what} is not a mapping`);
  return value as Record<string, unknown>;
}

function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what}: a list was expected`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string" || value === "") throw new Error(`${what} is not text`);
  return value;
}

function word(value: unknown, what: string): string {
  const checked = text(value, what);
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(checked))
    throw new Error(`${what} has characters other than letters, digits, _ . -`);
  return checked;
}

function assertUnique(what: string, values: string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`the ${what} ${twice} is used twice or reserved`);
}
