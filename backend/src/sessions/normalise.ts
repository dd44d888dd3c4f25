import type { DocumentFormat, SessionDocument } from "../../api/documents.ts";
import type {
  Phase,
  PhaseDetail,
  SessionDetail,
  SessionProblem,
  SessionStatus,
  SessionSummary,
} from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";

/** A row and a session as the harness knows them; who works on it and what was seen is the server's to add. */
export type HarnessRow = Omit<SessionSummary, "unread" | "runtime">;
export type HarnessDetail = Omit<SessionDetail, "unread" | "runtime"> & Record<string, unknown>;

type Raw = Record<string, unknown>;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);
const isStatus = (value: unknown): value is SessionStatus =>
  value === "open" || value === "closed" || value === "finalized";

/** Brings a row to its full shape, whatever the harness leaves out. */
export function toRow(raw: unknown, phases: readonly WorkflowPhase[]): HarnessRow {
  const row = isObject(raw) ? raw : {};
  const { status, archived, problem, resumable } = state(row);
  return {
    id: idOf(row),
    name: text(row.name),
    question: text(row.question),
    summary: text(row.summary),
    status,
    author: text(row.author),
    created_at: text(row.created_at),
    updated_at: text(row.updated_at),
    activity_at: text(row.activity_at) ?? text(row.updated_at),
    archived,
    group: text(row.group),
    phase: toPhase(row.phase, phases, status),
    resumable,
    problem,
  };
}

/** Whether it names a session; what does not can't be shown, nor asked for again. */
export function isRow(raw: unknown): boolean {
  return isObject(raw) && idOf(raw) !== "";
}

/** Keeps every member the manifest has, and adds what is computed. */
export function toDetail(raw: unknown, phases: readonly WorkflowPhase[]): HarnessDetail {
  const detail = isObject(raw) ? raw : {};
  const { status, archived, problem, resumable } = state(detail);
  return {
    ...detail,
    id: idOf(detail),
    ...(problem?.severity === "error" ? {} : { status, archived }),
    ...(detail.activity_at === undefined && text(detail.updated_at) ? { activity_at: text(detail.updated_at) } : {}),
    phase: toPhase(detail.phase, phases, status),
    resumable,
    problem,
  };
}

/** `"F4"`, `4`, `"schema_linking"` or an object that says one of them, to a phase of the workflow; null where unknown. */
export function toPhase(
  raw: unknown,
  phases: readonly WorkflowPhase[],
  status: SessionStatus | null = null,
): PhaseDetail | null {
  if (isObject(raw) && typeof raw.code === "string" && typeof raw.index === "number" && typeof raw.of === "number")
    return { ...raw, complete: raw.complete === true || status === "finalized" } as PhaseDetail;
  const spoken = isObject(raw) ? (raw.code ?? raw.phase ?? raw.number ?? raw.index ?? raw.name) : raw;
  const index = phaseIndex(spoken, phases);
  if (index === null) return null;
  const past = index > phases.length;
  const phase = phases[Math.min(index, phases.length) - 1];
  if (!phase) return null;
  const complete = past || status === "finalized" || (isObject(raw) && raw.complete === true);
  return {
    ...(isObject(raw) ? raw : {}),
    code: phase.code,
    index: Math.min(index, phases.length),
    of: phases.length,
    name: phase.name,
    title: phase.title,
    complete,
  } satisfies Phase;
}

/** 1 for the first phase; one more than there are for a number that lies past the last. */
function phaseIndex(spoken: unknown, phases: readonly WorkflowPhase[]): number | null {
  if (typeof spoken === "number") return Number.isInteger(spoken) && spoken > 0 ? spoken : null;
  if (typeof spoken !== "string") return null;
  const word = spoken.trim().toLowerCase();
  const found = phases.findIndex((phase) => phase.code.toLowerCase() === word || phase.name.toLowerCase() === word);
  if (found !== -1) return found + 1;
  return /^\d{1,3}$/.test(word) ? phaseIndex(Number(word), phases) : null;
}

const formats: DocumentFormat[] = ["markdown", "sql", "schema-linking", "decisions", "text"];

export function toDocument(raw: unknown): SessionDocument {
  const document = isObject(raw) ? raw : {};
  const key = text(document.key) ?? "";
  return {
    phase: typeof document.phase === "number" ? `F${document.phase}` : (text(document.phase) ?? ""),
    key,
    title: text(document.title) ?? key,
    format: formats.find((format) => format === document.format) ?? "text",
    content: typeof document.content === "string" ? document.content : JSON.stringify(document.content ?? "", null, 2),
    ...(typeof document.bytes === "number" ? { bytes: document.bytes } : {}),
    ...(typeof document.updated_at === "string" ? { updated_at: document.updated_at } : {}),
    ...(document.truncated === true ? { truncated: true } : {}),
  };
}

function idOf(raw: Raw): string {
  return text(raw.id) ?? text(raw.session_id) ?? "";
}

function state(raw: Raw) {
  const status = isStatus(raw.status) ? raw.status : null;
  const archived = raw.archived === true;
  const problem = toProblem(raw.problem);
  const resumable =
    typeof raw.resumable === "boolean"
      ? raw.resumable
      : !archived && status !== "finalized" && problem?.severity !== "error";
  return { status, archived, problem, resumable };
}

function toProblem(raw: unknown): SessionProblem | null {
  if (!isObject(raw)) return null;
  return {
    code: text(raw.code) ?? "unreadable",
    message: text(raw.message) ?? "",
    severity: raw.severity === "warning" ? "warning" : "error",
  };
}
