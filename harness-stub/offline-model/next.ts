import { isCall, type Message, readConversation } from "./conversation.ts";
import { BUILDERS } from "./documents.ts";
import { gateAsk, resultTable } from "./gate-summary.ts";
import { languageOf } from "./mapping/language.ts";
import { failuresOf, type Phase, queryResults, type SessionView, viewSession } from "./session-view.ts";
import { wording } from "./wording.ts";

/** What the model does next: words, a tool call, or both. */
export interface Move {
  say?: string;
  call?: { name: string; arguments: Record<string, unknown> };
}

export interface Tool {
  function?: { name?: string };
}

const RESULT_ROWS = 7;

/**
 * The model. A pure function of one request: nothing is remembered between calls, so that a fresh process, a retry and
 * a compacted conversation all come out the same.
 */
export function next(messages: readonly Message[], tools: readonly Tool[] = []): Move {
  const conversation = readConversation(messages);
  const id = sessionId(messages);
  if (tools.length === 0) return { say: compactionSummary(id) };
  const view = viewSession(conversation);
  const lastUser = view.facts[view.lastUser];
  const userText = lastUser?.kind === "user" ? lastUser.text : "";
  const text = wording(languageOf(view.documents.question ?? userText));
  if (!id) return { say: text.noSession };
  const skill = skillToRead(conversation.system, view);
  if (skill) return { call: { name: "read", arguments: { path: skill } } };
  const ended = afterGate(view, text);
  if (ended) return ended;
  if (!view.phase) {
    const heard = view.facts.slice(0, view.lastUser).some(isCall) && view.since.length === 0;
    return attempt(view, "session show", { ...tht(["session", "show"]), ...(heard ? { say: text.heard } : {}) });
  }
  return atPhase(view, view.phase, proposedReturn(userText));
}

function atPhase(view: SessionView, phase: Phase, back: string | null): Move {
  const text = wording(languageOf(view.documents.question ?? ""));
  if (phase.complete || phase.next === "done") return { say: completed(view) };
  const sinceUser = view.facts.slice(view.lastUser + 1).filter(isCall);
  if (back && !sinceUser.some((call) => call.operation === "gate")) {
    return {
      call: gateCall({ phase: phase.code, summary: text.back(back), suggest: { decision: "rollback", to: back } }),
    };
  }
  const fetch = documentsToFetch(view, phase);
  if (fetch) return fetch;
  const work = phase.next === "work" ? workOn(view, phase) : null;
  return work ?? attempt(view, "gate", { call: gateCall(gateAsk(view, phase)) });
}

/** The first thing the phase still lacks; null when its documents are written. */
function workOn(view: SessionView, phase: Phase): Move | null {
  const text = wording(languageOf(view.documents.question ?? ""));
  const known = {
    question: view.documents.question ?? "",
    documents: view.documents,
    note: phase.note,
    schema: view.schema,
  };
  const results = queryResults(view);
  for (const key of phase.needs) {
    const put = `session put ${key}`;
    if (view.since.some((call) => call.operation === put && call.ok)) continue;
    const builder = BUILDERS[key];
    if (!builder) return { say: text.unknownDocument(key) };
    const lacking = builder.reads.filter((one) => view.documents[one] === undefined);
    if (lacking.length > 0) return { say: text.missing(phase.code, lacking.join(", ")) };
    const opening = view.since.length === 0 ? { say: openingOf(phase, text) } : {};
    if (builder.schema && !view.schema) return attempt(view, "dwh schema", { ...tht(["dwh", "schema"]), ...opening });
    const sql = builder.queries(known).find((one) => !results.has(one));
    if (sql !== undefined) return attempt(view, "dwh query", { ...tht(["dwh", "query"], sql), ...opening });
    const content = builder.write(
      known,
      (one) => results.get(one) ?? { columns: [], rows: [], truncated: false, ms: 0 },
    );
    if (content === null)
      return key === "question" ? null : { say: text.blocked(phase.code, view.listed.schema_linking ?? "F4") };
    return attempt(view, put, { ...tht(["session", "put", key], content), ...opening });
  }
  return null;
}

function openingOf(phase: Phase, text: ReturnType<typeof wording>): string {
  if (phase.note) return text.reworking(phase.code, phase.note.replace(/\s+/g, " ").slice(0, 200));
  return phase.reason === "stale"
    ? text.stale(phase.code)
    : text.working(phase.code, phase.title, phase.needs[0] ?? "");
}

/** A process that has no conversation to lean on reads the documents; so does one whose conversation was compacted. */
function documentsToFetch(view: SessionView, phase: Phase): Move | null {
  const read = view.facts.some((fact) => isCall(fact) && fact.operation === "session documents" && fact.ok);
  const decided = view.facts.some((fact) => isCall(fact) && fact.operation === "gate" && fact.ok);
  const wanted = [
    ...phase.needs.flatMap((key) => BUILDERS[key]?.reads ?? []),
    ...(phase.next === "gate" || phase.note ? phase.needs : []),
  ];
  const lacking = wanted.some((key) => view.listed[key] !== undefined && view.documents[key] === undefined);
  const cold = phase.index > 1 && !decided;
  if (read || !(cold || lacking || view.documents.question === undefined)) return null;
  return attempt(view, "session documents", tht(["session", "documents", "--all"]));
}

/** What a gate that brought no decision leads to: waiting, or looking at the state again. */
function afterGate(view: SessionView, text: ReturnType<typeof wording>): Move | null {
  const last = view.facts.at(-1);
  if (!isCall(last) || last.operation !== "gate" || last.ok) return null;
  if (/no decision was recorded|no reviewer|operation aborted/i.test(last.result ?? "")) return { say: text.waiting };
  const failures = failuresOf(
    view.facts
      .slice(view.lastUser + 1)
      .filter((fact) => isCall(fact) && fact.operation === "gate")
      .filter(isCall),
    "gate",
  );
  if (failures >= 2) return { say: text.stopped("gate", (last.result ?? "").slice(0, 400)) };
  return tht(["session", "show"]);
}

/** A step that failed in two turns is not tried a third time: the model says why, and stops. */
function attempt(view: SessionView, operation: string, move: Move): Move {
  if (failuresOf(view.since, operation) < 2) return move;
  const cause = view.since.at(-1)?.result ?? "";
  return { say: wording(languageOf(view.documents.question ?? "")).stopped(operation, cause.slice(0, 400)) };
}

function completed(view: SessionView): string {
  const text = wording(languageOf(view.documents.question ?? ""));
  const rows = resultTable(view.documents.validation_report ?? "").slice(0, RESULT_ROWS);
  return rows.length > 2 ? `${text.complete} ${text.result}\n\n${rows.join("\n")}` : text.complete;
}

const tht = (args: string[], stdin?: string): Move => ({
  call: { name: "tht", arguments: stdin === undefined ? { args } : { args, stdin } },
});

const gateCall = (ask: object) => ({ name: "gate", arguments: { ...ask } });

function skillToRead(system: string, view: SessionView): string | null {
  const path = system.match(/<name>thothii<\/name>[\s\S]*?<location>([^<]+)<\/location>/)?.[1];
  const tried = view.facts.some(
    (fact) => isCall(fact) && (fact.operation === "read" || fact.operation === "session show"),
  );
  return path && !tried ? path : null;
}

/** "Vorrei tornare alla fase F2": the model proposes it at the gate; going back is the reviewer's to decide. */
function proposedReturn(userText: string): string | null {
  return (
    userText.match(/(?:tornare (?:alla fase|a)|go back to(?: phase)?) `?([A-Z]\d+)\b/i)?.[1]?.toUpperCase() ?? null
  );
}

// The id stands in the system prompt, in the opening message and in the summary of a compaction.
function sessionId(messages: readonly Message[]): string | null {
  return JSON.stringify(messages).match(/(?:sessione ThothII|ThothII session) `([A-Za-z0-9._-]+)`/i)?.[1] ?? null;
}

const compactionSummary = (id: string | null): string =>
  [
    "## Goal",
    `Work on ${id ? `ThothII session \`${id}\`` : "the ThothII session named in the system prompt"}, following the skill thothii.`,
    "## State",
    "All of it is in the session's documents and ledger; nothing else needs to be remembered.",
    "## Next",
    "Run tht session show, read the documents, and go on with the loop of the skill.",
  ].join("\n");
