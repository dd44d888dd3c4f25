import type { DwhSchema, QueryResult } from "../src/dwh-types.ts";
import { type Call, type Conversation, type Fact, isCall } from "./conversation.ts";

/** `phase` of `tht session show`. */
export interface Phase {
  code: string;
  index: number;
  of: number;
  title: string;
  complete: boolean;
  next: "work" | "gate" | "done";
  reason: string;
  note: string | null;
  needs: string[];
}

/** All that a conversation tells of its session. */
export interface SessionView {
  facts: Fact[];
  /** The last authoritative state, null when a later user message made it stale, or when there is none yet. */
  phase: Phase | null;
  /** Documents by key, the newest text of each. */
  documents: Record<string, string>;
  /** Phase of each document that exists, as the last `show` listed them. */
  listed: Record<string, string>;
  schema: DwhSchema | null;
  /** Calls since the last state or user message. */
  since: Call[];
  lastUser: number;
}

/** Reads the session's state out of a conversation; what is not in the conversation is not known. */
export function viewSession({ facts }: Conversation): SessionView {
  const lastUser = facts.findLastIndex((fact) => fact.kind === "user");
  const view: SessionView = { facts, phase: null, documents: {}, listed: {}, schema: null, since: [], lastUser };
  let anchor = -1;
  for (const [at, fact] of facts.entries()) {
    if (!isCall(fact) || !fact.ok) continue;
    learn(view, fact);
    const phase = phaseIn(fact);
    if (phase) {
      anchor = at;
      view.phase = phase;
    } else if (fact.operation === "gate") view.phase = null; // recorded, but the new state is not known
  }
  if (anchor < lastUser) view.phase = null;
  view.since = facts.slice(Math.max(anchor, lastUser) + 1).filter(isCall);
  return view;
}

function phaseIn(call: Call): Phase | null {
  if (call.operation !== "session show" && call.operation !== "gate") return null;
  return (call.json as { phase?: Phase | null }).phase ?? null;
}

function learn(view: SessionView, { operation, json, stdin }: Call): void {
  if (operation === "session show") {
    const shown = json as { question?: string; documents?: { key: string; phase: string }[] };
    if (typeof shown.question === "string") view.documents.question = shown.question;
    for (const { key, phase } of shown.documents ?? []) view.listed[key] = phase;
  } else if (operation === "session documents" && Array.isArray(json)) {
    for (const { key, content } of json as { key: string; content: unknown }[]) {
      if (typeof content === "string") view.documents[key] = content;
    }
  } else if (operation.startsWith("session put ") && stdin !== null) {
    view.documents[operation.slice("session put ".length)] = stdin;
  } else if (operation === "dwh schema") view.schema = json as DwhSchema;
}

/** Results of the statements that ran since the last state, by their SQL. */
export function queryResults(view: SessionView): Map<string, QueryResult> {
  const ran = view.since.filter((call) => call.operation === "dwh query" && call.ok && call.stdin !== null);
  return new Map(ran.map((call) => [call.stdin as string, call.json as QueryResult]));
}

/** How many assistant turns in a row, up to the last call, failed at this operation. */
export function failuresOf(calls: readonly Call[], operation: string): number {
  const turns = new Set<number>();
  for (const call of calls.toReversed()) {
    if (call.operation !== operation || call.ok) break;
    turns.add(call.turn);
  }
  return turns.size;
}
