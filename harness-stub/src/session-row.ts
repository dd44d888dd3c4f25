import type { Ledger } from "./ledger.ts";
import type { Status } from "./manifest/manifest.ts";
import type { PhaseState } from "./phases.ts";
import type { Problem } from "./problem.ts";
import { isReadOnly, type Session } from "./session.ts";

/** `warning` changes nothing (ledger lines that were skipped); `error` means no readable manifest. */
interface SessionProblem {
  code: string;
  message: string;
  severity: "warning" | "error";
}

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

/** Newest activity first. */
export function compareRows(a: SessionRow, b: SessionRow): number {
  return compare(b.activity_at ?? "", a.activity_at ?? "") || compare(b.id, a.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
