import { createHash } from "node:crypto";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { type Ask, type Gate, GateDecision } from "../../api/chat.ts";
import type { PhaseDetail, SessionDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { cutText } from "../lib/cut-text.ts";
import type { PiUiRequest } from "./pi-protocol.ts";

/** What the extension asks, as JSON in the title of Pi's `select`. Members it may gain later are let through. */
const WireGate = Type.Object({
  v: Type.Literal(1),
  kind: Type.Literal("thoth.gate"),
  toolCallId: Type.String(),
  session: Type.String(),
  phase: Type.String(),
  index: Type.Integer(),
  of: Type.Integer(),
  name: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  documents: Type.Array(Type.Object({ key: Type.String(), bytes: Type.Integer(), updated_at: Type.String() })),
  options: Type.Array(GateDecision),
  rollbackTo: Type.Array(Type.String()),
  suggest: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({ decision: GateDecision, to: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    ]),
  ),
  problem: Type.Optional(Type.String()),
});

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** The gate that a process asks; null when the request is something else, or about another session. */
export function gateOf(request: PiUiRequest, session: string, since: string): Gate | null {
  if (request.method !== "select") return null;
  const wire = parse(request.title);
  if (!Value.Check(WireGate, wire) || wire.session !== session) return null;
  return {
    requestId: request.id,
    phase: wire.phase,
    index: wire.index,
    of: wire.of,
    name: wire.name,
    title: wire.title,
    summary: cutText(wire.summary, 20_000),
    documents: wire.documents.map(({ key, bytes, updated_at }) => ({ key, bytes, updated_at })),
    options: wire.options,
    rollbackTo: wire.rollbackTo,
    suggest: wire.suggest ?? null,
    since,
    paused: false,
    ...(wire.problem === undefined ? {} : { problem: wire.problem }),
  };
}

/** A question that is no gate: the page shows it as it is, and nothing is recorded. */
export function askOf(request: PiUiRequest): Ask | null {
  const { id: requestId, method, title } = request;
  if (method !== "select" && method !== "confirm" && method !== "input") return null;
  return {
    requestId,
    method,
    title: typeof title === "string" ? cutText(title, 20_000) : "",
    ...(typeof request.message === "string" ? { message: cutText(request.message, 20_000) } : {}),
    ...(Array.isArray(request.options) ? { options: request.options.filter((o) => typeof o === "string") } : {}),
    ...(typeof request.placeholder === "string" ? { placeholder: request.placeholder } : {}),
  };
}

/** The extension stopped a run that made too many calls between two decisions. */
export function isRunaway(request: PiUiRequest): boolean {
  const word = request.method === "notify" ? parse(request.message) : null;
  return typeof word === "object" && word !== null && "kind" in word && word.kind === "thoth.runaway";
}

/**
 * The gate of a session for which no process asks: its phase waits for a person. `paused` as it is without any process;
 * one at rest hears the answer too.
 */
export function pausedGate(session: SessionDetail, phases: readonly WorkflowPhase[], problem?: string): Gate | null {
  const { phase } = session;
  if (phase?.next !== "gate" || session.archived || session.status !== "open") return null;
  const earlier = phases.slice(0, phase.index - 1).map(({ code }) => code);
  const documents = (session.documents ?? []).filter((document) => document.phase === phase.code);
  return {
    requestId: pausedId(phase, documents),
    phase: phase.code,
    index: phase.index,
    of: phase.of,
    name: phase.name,
    title: phase.title,
    summary: "",
    documents: documents.map(({ key, bytes, updated_at }) => ({ key, bytes, updated_at })),
    options: earlier.length > 0 ? ["approve", "revise", "rollback"] : ["approve", "revise"],
    rollbackTo: earlier,
    suggest: null,
    since: session.activity_at ?? session.updated_at ?? new Date(0).toISOString(),
    paused: true,
    ...(problem === undefined ? {} : { problem }),
  };
}

/**
 * Told by what the gate is about: an answer sent again after a restart of the server is the same answer, and one to
 * documents that have changed since is another.
 */
function pausedId({ code, decisions = 0 }: PhaseDetail, documents: SessionDetail["documents"] = []): string {
  const written = documents.map(({ key, updated_at }) => `${key}=${updated_at}`).join(" ");
  const mark = createHash("sha256").update(written).digest("hex").slice(0, 12);
  return `srv-${code}-${decisions}-${mark}`;
}

/** Both ids are of one question that the server asks, about documents that may have changed in between. */
export function isSameQuestion(requestId: string, other: string): boolean {
  const question = (id: string) => id.slice(0, id.lastIndexOf("-"));
  return requestId.startsWith("srv-") && question(requestId) === question(other);
}

/** Asked by the server, not by a process: answering it tells none. */
export function isServersOwn({ requestId }: Gate): boolean {
  return requestId.startsWith("srv-");
}

/** Whoever looked at the one has seen all that the other asks about. */
export function asksTheSame(gate: Gate, other: Gate): boolean {
  const about = ({ phase, documents }: Gate) =>
    JSON.stringify([phase, documents.map(({ key, updated_at }) => `${key}=${updated_at}`).sort()]);
  return about(gate) === about(other);
}

/** The documents as the reviewer saw them: a decision is refused when one has changed since. */
export function expectations(gate: Gate): Record<string, string> {
  return Object.fromEntries(gate.documents.map(({ key, updated_at }) => [key, updated_at]));
}
