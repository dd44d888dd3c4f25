import type { Decision, SessionDocument } from "@thothii/backend/api/documents";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { WorkflowPhase } from "@thothii/backend/api/workspace";

const TITLES = [
  ["F1", "domanda", "Domanda"],
  ["F2", "contesto", "Contesto"],
  ["F3", "riscrittura", "Domanda rivista"],
  ["F4", "schema_linking", "Schema linking"],
  ["F5", "strategia", "Strategia"],
  ["F6", "cte", "CTE"],
  ["F7", "sql_finale", "SQL finale"],
  ["F8", "validazione", "Validazione"],
] as const;

export const theWorkflow: WorkflowPhase[] = TITLES.map(([code, name, title]) => ({
  code,
  name,
  title,
  gate: "person",
  documents: [],
}));

/** A session at the gate of F7, read, without an agent. */
export function aSession(over: Partial<SessionDetail> = {}): SessionDetail {
  return {
    id: "20261129-104412-k7q2vd",
    name: "Andamento mensile dei resi",
    question: "Come vanno i resi mese per mese?",
    summary: null,
    status: "open",
    author: "M. Rossi",
    created_at: "2026-11-28T09:31:00.000Z",
    updated_at: "2026-11-29T09:42:00.000Z",
    activity_at: "2026-11-29T09:42:00.000Z",
    archived: false,
    group: "Vendite",
    phase: { code: "F7", index: 7, of: 8, name: "sql_finale", title: "SQL finale", complete: false, next: "gate" },
    has_schema_linking: true,
    resumable: true,
    problem: null,
    unread: false,
    runtime: null,
    ...over,
  };
}

export function aDocument(over: Partial<SessionDocument> & Pick<SessionDocument, "key">): SessionDocument {
  return { phase: "F3", title: over.key, format: "markdown", content: "", ...over };
}

const decisions: Decision[] = [
  { ts: "2026-11-28T09:33:00.000Z", phase: "F1", decision: "approve", note: null, by: "M. Rossi" },
  { ts: "2026-11-28T09:36:00.000Z", phase: "F2", decision: "approve", note: null, by: "M. Rossi" },
  { ts: "2026-11-28T09:41:00.000Z", phase: "F3", decision: "rollback", to: "F2", note: null, by: "A. Bianchi" },
  {
    ts: "2026-11-29T09:39:00.000Z",
    phase: "F6",
    decision: "revise",
    note: "Conta il mese del reso, non quello dell'ordine.",
    by: "M. Rossi",
  },
  {
    ts: "2026-11-29T09:42:00.000Z",
    phase: "F6",
    decision: "approve",
    note: "I test sulle CTE tornano.",
    by: "M. Rossi",
  },
];

export const theDocuments: SessionDocument[] = [
  aDocument({
    phase: "F1",
    key: "question",
    title: "Domanda originale",
    format: "text",
    content: "Come vanno i resi mese per mese?",
  }),
  aDocument({
    phase: "F3",
    key: "revised_question",
    title: "Domanda rivista",
    content: `Numero e valore delle righe d'ordine **rese**, per mese di reso, ultimi 12 mesi.

## Assunzioni

- Il mese è quello del reso, non dell'ordine.
- IVA esclusa.
`,
  }),
  aDocument({
    phase: "F4",
    key: "schema_linking",
    title: "Schema linking",
    format: "schema-linking",
    content: JSON.stringify({
      question: "Come vanno i resi mese per mese?",
      language: "it",
      tables: [
        {
          name: "righe_ordine",
          alias: "ro",
          columns: [
            { name: "id", role: "key" },
            { name: "importo_netto", role: "measure", reason: "il valore reso, al netto dello sconto" },
          ],
        },
        {
          name: "resi",
          alias: "r",
          columns: [
            { name: "riga_id", role: "key" },
            { name: "data_reso", role: "dimension", reason: "«mese per mese»: il mese del reso" },
          ],
        },
      ],
      joins: [{ left: "resi.riga_id", right: "righe_ordine.id" }],
      measures: [
        { name: "numero di resi", expression: "count(*)", column: "resi.id" },
        { name: "valore reso", expression: "sum(ro.importo_netto)", column: "righe_ordine.importo_netto" },
      ],
      dimensions: [{ name: "mese", expression: "strftime('%Y-%m', r.data_reso)", column: "resi.data_reso" }],
      filters: [{ column: "resi.data_reso", op: ">=", value: "2025-12-01" }],
      order: [{ by: "mese", direction: "asc" }],
      limit: null,
      unmapped: [],
      assumptions: ["Il mese è quello del reso.", "IVA esclusa."],
    }),
  }),
  aDocument({
    phase: "F7",
    key: "sql_final",
    title: "SQL finale",
    format: "sql",
    content: `SELECT strftime('%Y-%m', r.data_reso) AS mese,
       count(*)              AS resi,
       sum(ro.importo_netto) AS valore
FROM resi r
JOIN righe_ordine ro ON ro.id = r.riga_id
GROUP BY mese ORDER BY mese;`,
  }),
  aDocument({
    phase: "F8",
    key: "decisions",
    title: "Decisioni",
    format: "decisions",
    content: JSON.stringify(decisions),
  }),
];

/** What the reader gets besides with the intermediate documents. */
export const theIntermediateDocuments: SessionDocument[] = [
  aDocument({ phase: "F2", key: "context", title: "Contesto", content: "Contano `resi` e `righe_ordine`." }),
  aDocument({
    phase: "F6",
    key: "cte_plan",
    title: "Piano delle CTE",
    format: "text",
    content: '{"cte":["resi_mese"]}',
  }),
];
