import type { Hit, SearchAnswer, Transcript, Turn } from "@thothii/backend/api/search";

/** A passage about `resi` in a session of this workspace, said by the agent unless told otherwise. */
export function hitOf(sessionId: string, seq: number, change: Partial<Hit> = {}): Hit {
  return {
    agent: "thoth",
    sessionId,
    title: `Sessione ${sessionId}`,
    role: "assistant",
    ts: "2026-11-20T09:00:00.000Z",
    seq,
    document: null,
    archived: false,
    project: "/home/m/progetti/retail",
    snippet: [
      { text: "… il valore dei ", hit: false },
      { text: "resi", hit: true },
      { text: ` del turno ${seq} …`, hit: false },
    ],
    score: 1,
    gone: false,
    resume: null,
    ...change,
  };
}

export function answerOf(hits: Hit[], change: Partial<SearchAnswer> = {}): SearchAnswer {
  return { hits, took_ms: 4, indexing: null, stale: false, notice: null, problems: [], ...change };
}

/** What was said at a place: a question and an answer by turns. */
function turnOf(seq: number, change: Partial<Turn> = {}): Turn {
  return {
    seq,
    ts: "2026-11-20T09:00:00.000Z",
    role: seq % 2 === 0 ? "user" : "assistant",
    text: `Turno ${seq}: si parla dei resi.`,
    document: null,
    ...change,
  };
}

/** A conversation of `length` turns, those from `from` on. */
export function transcriptOf(
  length: number,
  from: number,
  count: number,
  change: Partial<Transcript> = {},
): Transcript {
  const turns = Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) => turnOf(from + index));
  return {
    agent: "codex",
    sessionId: "c1",
    title: "Riconciliazione dei resi",
    project: "/home/m/progetti/retail",
    startedAt: "2026-11-20T09:00:00.000Z",
    gone: false,
    archived: false,
    resume: ["codex", "resume", "c1"],
    turns,
    before: from,
    after: Math.max(0, length - from - turns.length),
    ...change,
  };
}
