import { expect, test } from "vitest";
import type { SessionDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { askOf, gateOf, isRunaway, isSameQuestion, pausedGate } from "./gates.ts";
import type { PiUiRequest } from "./pi-protocol.ts";

const SINCE = "2026-11-30T10:00:00.000Z";

const wire = {
  v: 1,
  kind: "thoth.gate",
  toolCallId: "call_1",
  session: "s1",
  phase: "F2",
  index: 2,
  of: 8,
  name: "contesto",
  title: "Contesto",
  summary: "Ecco il contesto.",
  documents: [{ key: "context", bytes: 12, updated_at: SINCE }],
  options: ["approve", "revise", "rollback"],
  rollbackTo: ["F1"],
  suggest: { decision: "rollback", to: "F1" },
};

const asking = (title: unknown): PiUiRequest => ({
  type: "extension_ui_request",
  id: "ui-1",
  method: "select",
  title: typeof title === "string" ? title : JSON.stringify(title),
  options: ["approve"],
});

test("a gate on the wire becomes the question that the page shows", () => {
  const { v, kind, toolCallId, session, ...shown } = wire;
  expect(gateOf(asking(wire), "s1", SINCE)).toEqual({ requestId: "ui-1", ...shown, since: SINCE, paused: false });
  expect(gateOf(asking({ ...wire, suggest: null, problem: "again", later: 1 }), "s1", SINCE)).toMatchObject({
    suggest: null,
    problem: "again",
  });
});

test.each([
  ["another session's", { ...wire, session: "s2" }],
  ["another version", { ...wire, v: 2 }],
  ["an unknown option", { ...wire, options: ["approve", "delete"] }],
  ["no documents", { ...wire, documents: undefined }],
  ["text", "Procedo?"],
  ["null", "null"],
])("%s is no gate, and shown as a plain question", (_, title) => {
  expect(gateOf(asking(title), "s1", SINCE)).toBeNull();
  expect(askOf(asking(title))).toMatchObject({ requestId: "ui-1", method: "select" });
});

test("what needs no answer is no question", () => {
  const notify: PiUiRequest = { type: "extension_ui_request", id: "n", method: "notify", message: "fatto" };
  expect(askOf(notify)).toBeNull();
  expect(isRunaway(notify)).toBe(false);
  expect(isRunaway({ ...notify, message: JSON.stringify({ v: 1, kind: "thoth.runaway", calls: 61 }) })).toBe(true);
});

const phases: WorkflowPhase[] = ["F1", "F2"].map((code) => ({
  code,
  name: code,
  title: code,
  gate: "person",
  documents: [],
}));

const session: SessionDetail = {
  id: "s1",
  status: "open",
  archived: false,
  activity_at: SINCE,
  resumable: true,
  problem: null,
  unread: false,
  runtime: null,
  phase: {
    code: "F2",
    index: 2,
    of: 2,
    name: "contesto",
    title: "Contesto",
    complete: false,
    next: "gate",
    decisions: 1,
  },
  documents: [
    { key: "question", phase: "F1", bytes: 3, updated_at: SINCE },
    { key: "context", phase: "F2", bytes: 12, updated_at: SINCE },
  ],
};

test("a phase that waits for a person has a gate without a process, the same after every restart", () => {
  expect(pausedGate(session, phases)).toEqual({
    requestId: expect.stringMatching(/^srv-F2-1-[0-9a-f]{12}$/),
    phase: "F2",
    index: 2,
    of: 2,
    name: "contesto",
    title: "Contesto",
    summary: "",
    documents: [{ key: "context", bytes: 12, updated_at: SINCE }],
    options: ["approve", "revise", "rollback"],
    rollbackTo: ["F1"],
    suggest: null,
    since: SINCE,
    paused: true,
  });
});

test("the id of such a gate tells whether it is about the same documents", () => {
  const id = pausedGate(session, phases)?.requestId ?? "";
  expect(pausedGate(structuredClone(session), phases)?.requestId).toBe(id);
  const [question, context] = session.documents ?? [];
  const changed = { ...session, documents: [question, { ...context, updated_at: "2026-11-30T11:00:00.000Z" }] };
  const other = pausedGate(changed as SessionDetail, phases)?.requestId ?? "";
  expect(other).not.toBe(id);
  expect(isSameQuestion(id, other)).toBe(true);
  expect(isSameQuestion(id, "srv-F2-2-0123456789ab")).toBe(false);
  expect(isSameQuestion("ui-a-1", "ui-a-2")).toBe(false);
});

test.each<[string, Partial<SessionDetail>]>([
  ["work to do", { phase: { ...session.phase, next: "work" } as SessionDetail["phase"] }],
  ["nothing left", { phase: { ...session.phase, next: "done" } as SessionDetail["phase"] }],
  ["an archived session", { archived: true }],
  ["a closed one", { status: "closed" }],
  ["a finalized one", { status: "finalized" }],
  ["one that can't be read", { phase: null }],
])("%s has none", (_, change) => {
  expect(pausedGate({ ...session, ...change }, phases)).toBeNull();
});
