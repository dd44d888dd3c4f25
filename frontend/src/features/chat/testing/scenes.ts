import type { ChatMessage, ChatSnapshot } from "@thothii/backend/api/chat";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import { agent, gate, said, tool } from "./conversation.ts";

/** States of the chat to look at, by name: what the server would say, and what the session is. */
export type Scene = { snapshot: Partial<ChatSnapshot>; session?: Partial<SessionDetail> };

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const call = (id: string, args: string[], over = {}): ChatMessage => ({
  id: `m-${id}`,
  role: "tool",
  text: "",
  at: minutesAgo(3),
  tool: tool({ id, state: "end", args: { args }, ms: 120, output: "{}", ...over }),
});

const talk: ChatMessage[] = [
  said("u1", "Escludi i resi e tieni la regione del negozio.", { role: "user", at: minutesAgo(5) }),
  said(
    "a1",
    "Ho riscritto la domanda con i resi esclusi e l'ho salvata. Collego ora le parole della domanda alle tabelle del magazzino dati.",
  ),
  call("t1", ["dwh", "schema"], { output: '{\n  "tables": ["negozi", "ordini", "righe_ordine"]\n}' }),
  call("t2", ["session", "put", "20261130-104412-k7q2vd", "schema_linking", "--file", "-"]),
  said(
    "a2",
    "Bastano tre tabelle. `negozi.regione` è completa (0 valori nulli su 48), `righe_ordine.reso` vale 1 in 2.113 righe su 61.204.",
  ),
];

const open = gate({
  since: minutesAgo(2),
  summary: "Tabelle `righe_ordine`, `ordini`, `negozi`; la regione viene dal negozio, i resi restano fuori.",
  documents: [{ key: "schema_linking", bytes: 1800, updated_at: minutesAgo(2) }],
});

const commands = [{ name: "riassumi", description: "Riassume il lavoro fatto finora" }];
const phase = { code: "F5", index: 5, of: 8, name: "strategia", title: "Strategia", complete: false };

const table = "| Regione | Fatturato |\n|---|---:|\n| Lombardia | 1.204.331 |\n| Lazio | 902.118 |\n";

/** As long as a conversation gets: the server keeps no more. */
const long: ChatMessage[] = Array.from({ length: 400 }, (_, n) =>
  n % 2 === 0
    ? call(`l${n}`, ["dwh", "query", "--limit", "20"], { output: "x".repeat(20_000) })
    : said(
        `a${n}`,
        `Ho contato le **righe** del passo ${n}.\n\n${table}\n\`\`\`sql\nSELECT count(*) FROM ordini;\n\`\`\``,
      ),
);

export const scenes: Record<string, Scene> = {
  working: {
    snapshot: {
      commands,
      phase,
      messages: [
        ...talk,
        call("t3", ["dwh", "query", "--limit", "20"], { state: "update", ms: undefined, output: "" }),
      ],
    },
  },
  thinking: { snapshot: { commands, phase, messages: talk } },
  gate: { snapshot: { commands, runtime: agent("waiting"), messages: talk, gate: open } },
  suggested: {
    snapshot: {
      runtime: agent("waiting"),
      messages: talk,
      gate: {
        ...open,
        suggest: { decision: "rollback", to: "F2" },
        problem: "schema_linking è cambiato dopo essere stato mostrato.",
      },
    },
  },
  paused: {
    snapshot: {
      runtime: agent("paused"),
      messages: talk.map((message) => ({ ...message, ended: true })),
      gate: { ...open, requestId: "srv-1", paused: true, since: minutesAgo(60 * 26) },
    },
  },
  failed: {
    snapshot: {
      runtime: agent("failed", { error: "Pi è uscito con il codice 1: Cannot find module 'gate.ts'" }),
      messages: talk,
    },
  },
  rest: {
    snapshot: {
      runtime: agent("idle"),
      messages: talk,
      rest: { reason: "model-error", detail: "connect ECONNREFUSED 127.0.0.1:4011" },
    },
  },
  ask: {
    snapshot: {
      runtime: agent("waiting"),
      messages: talk,
      asks: [
        { requestId: "q1", method: "select", title: "Quale anno intendi?", options: ["2024", "2025", "2026"] },
        { requestId: "q2", method: "input", title: "Sotto quale soglia?", placeholder: "Un importo in euro" },
      ],
    },
  },
  idle: { snapshot: { commands, runtime: agent("idle"), messages: talk } },
  stopped: { snapshot: { runtime: null, messages: talk } },
  long: { snapshot: { commands, runtime: agent("idle"), messages: long } },
  empty: { snapshot: { runtime: null } },
  finalized: { snapshot: { runtime: null, messages: talk }, session: { status: "finalized", resumable: false } },
  archived: { snapshot: { runtime: null }, session: { archived: true, resumable: false } },
};
