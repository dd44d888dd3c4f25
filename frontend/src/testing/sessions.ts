import type { Phase, SessionSummary } from "@thothii/backend/api/sessions";

const titles = [
  "Domanda",
  "Contesto",
  "Domanda rivista",
  "Schema linking",
  "Strategia",
  "CTE",
  "SQL finale",
  "Validazione",
];
const names = ["domanda", "contesto", "riscrittura", "schema_linking", "strategia", "cte", "sql_finale", "validazione"];

/** The phase at `index`, 1 to 8, as a row carries it. */
export function phaseAt(index: number, change: Partial<Phase> = {}): Phase {
  return {
    code: `F${index}`,
    index,
    of: 8,
    name: names[index - 1] ?? "",
    title: titles[index - 1] ?? "",
    complete: false,
    next: "work",
    ...change,
  };
}

/** A row of the list, open and in phase 3 unless told otherwise. */
export function sessionRow(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    name: null,
    question: `Domanda di ${id}`,
    summary: null,
    status: "open",
    author: "M. Rossi",
    created_at: "2026-11-20T09:00:00.000Z",
    updated_at: "2026-11-20T09:00:00.000Z",
    activity_at: "2026-11-20T09:00:00.000Z",
    archived: false,
    group: null,
    phase: phaseAt(3),
    resumable: true,
    problem: null,
    unread: false,
    runtime: null,
    ...change,
  };
}

/** A row whose manifest can't be read. */
export function brokenRow(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return sessionRow(id, {
    question: null,
    status: null,
    author: null,
    created_at: null,
    updated_at: null,
    activity_at: null,
    phase: null,
    resumable: false,
    problem: { code: "unreadable", message: "bad indentation at line 3", severity: "error" },
    ...change,
  });
}
