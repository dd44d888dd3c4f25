import { expect, test } from "vitest";
import type { SessionEvent } from "../../api/live.ts";
import type { Runtime, RuntimeState, SessionDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { createConversation } from "./conversation.ts";
import type { PiEvent, PiUiRequest } from "./pi-protocol.ts";

const AT = "2026-11-30T10:00:00.000Z";

const phases: WorkflowPhase[] = [{ code: "F1", name: "domanda", title: "Domanda", gate: "auto", documents: [] }];

function session(next: "work" | "gate" | "done"): SessionDetail {
  return {
    id: "s1",
    status: "open",
    archived: false,
    activity_at: AT,
    resumable: true,
    problem: null,
    unread: false,
    runtime: null,
    phase: { code: "F1", index: 1, of: 1, name: "domanda", title: "Domanda", complete: false, next, decisions: 0 },
    documents: [],
  };
}

function setUp() {
  const world = { state: null as RuntimeState | null, next: "work" as "work" | "gate" | "done" };
  const published: SessionEvent[] = [];
  const auto: string[] = [];
  const talk = createConversation({
    id: "s1",
    publish: (event) => void published.push(event),
    restart: () => {},
    now: () => new Date(AT),
    processRuntime: (): Runtime | null => world.state && { kind: "pi", state: world.state, since: AT },
    phases: () => phases,
    show: async () => session(world.next),
    onAutoGate: (gate) => auto.push(gate.requestId),
    onRuntime: () => {},
  });
  return { world, published, auto, talk };
}

const gateRequest = (id: string, more = {}): PiUiRequest => ({
  type: "extension_ui_request",
  id,
  method: "select",
  title: JSON.stringify({
    v: 1,
    kind: "thoth.gate",
    toolCallId: "c1",
    session: "s1",
    phase: "F1",
    index: 1,
    of: 1,
    name: "domanda",
    title: "Domanda",
    summary: "",
    documents: [],
    options: ["approve", "revise"],
    rollbackTo: [],
    suggest: null,
    ...more,
  }),
});

const settled = { type: "agent_settled", aborted: false } as const;
const failed: PiEvent = {
  type: "message_end",
  message: { role: "assistant", content: [], stopReason: "error", errorMessage: "Connection error." },
};

test("a run that ends although there is work offers to go on; one that ends at a gate opens it", async () => {
  const { world, talk } = setUp();
  world.state = "idle";
  talk.event(settled);
  await talk.refresh();
  expect(talk.snapshot()).toMatchObject({ rest: { reason: "settled" }, gate: null });
  world.next = "gate";
  await talk.refresh();
  expect(talk.snapshot()).toMatchObject({
    rest: null,
    // An agent is there to hear the answer.
    gate: { requestId: expect.stringMatching(/^srv-F1-0-/), paused: false },
    runtime: { state: "waiting" },
  });
  // Somebody decided elsewhere: what is left to do is offered again.
  world.next = "work";
  await talk.refresh();
  expect(talk.snapshot()).toMatchObject({ rest: { reason: "settled" }, gate: null });
});

test("a model that gave no answer is told with what it said, also where a gate waits", async () => {
  const { world, talk } = setUp();
  world.state = "idle";
  talk.event(failed);
  talk.event(settled);
  expect(talk.snapshot().rest).toEqual({ reason: "model-error", detail: "Connection error." });
  world.next = "gate";
  await talk.refresh();
  expect(talk.snapshot().rest).toBeNull();
  expect(talk.snapshot().messages).toMatchObject([{ role: "notice", code: "model-error", text: "Connection error." }]);
});

test("a run that the extension stopped, and one that a person broke off, say so", () => {
  const { talk } = setUp();
  const message = JSON.stringify({ v: 1, kind: "thoth.runaway", calls: 61 });
  talk.uiRequest({ type: "extension_ui_request", id: "n", method: "notify", message });
  talk.event({ type: "agent_settled", aborted: true });
  expect(talk.snapshot().rest).toEqual({ reason: "runaway" });
  talk.event({ type: "agent_start" });
  expect(talk.snapshot().rest).toBeNull();
  talk.event({ type: "agent_settled", aborted: true });
  expect(talk.snapshot().rest).toEqual({ reason: "aborted" });
});

test("the gate of a phase that needs no person is answered by the server, unless it is asked again", () => {
  const { auto, talk } = setUp();
  talk.uiRequest(gateRequest("g1"));
  talk.uiRequest(gateRequest("g2", { problem: "not recorded" }));
  expect(auto).toEqual(["g1"]);
});

test("a gate asked again closes the one before; the agent's own takes the place of the server's", async () => {
  const { world, published, talk } = setUp();
  world.next = "gate";
  await talk.refresh();
  talk.begin();
  talk.uiRequest(gateRequest("g1"));
  talk.uiRequest(gateRequest("g2", { problem: "again" }));
  const closed = published.flatMap((frame) => (frame.event === "gate-closed" ? [frame.data] : []));
  expect(closed).toEqual([
    { requestId: expect.stringMatching(/^srv-F1-0-/), outcome: "closed" },
    { requestId: "g1", outcome: "closed" },
  ]);
  expect(talk.gate).toMatchObject({ requestId: "g2", problem: "again", paused: false });
});

test("when the process is gone its gate is lost and its plain questions too", () => {
  const { published, talk } = setUp();
  talk.uiRequest(gateRequest("g1"));
  talk.uiRequest({ type: "extension_ui_request", id: "a1", method: "input", title: "Nome" });
  talk.ended();
  expect(talk.snapshot()).toMatchObject({ gate: null, asks: [], rest: null, commands: [] });
  expect(published.slice(-2)).toEqual([
    { event: "gate-closed", data: { requestId: "g1", outcome: "lost" } },
    { event: "ask-closed", data: { requestId: "a1" } },
  ]);
});

test("while an agent works no gate is opened over its head", async () => {
  const { world, talk } = setUp();
  world.next = "gate";
  world.state = "running";
  await talk.refresh();
  expect(talk.gate).toBeNull();
});

test("what was read earlier never covers what was read later", async () => {
  const { world, talk } = setUp();
  world.state = "idle";
  world.next = "gate";
  const earlier = talk.refresh();
  world.next = "work";
  await Promise.all([earlier, talk.refresh()]);
  expect(talk.snapshot().phase?.next).toBe("work");
  expect(talk.gate).toBeNull();
});

test("a decision that no process could go on with leaves the session paused until one starts", () => {
  const { talk } = setUp();
  talk.hold();
  expect(talk.runtime()).toEqual({ kind: "pi", state: "paused", since: AT });
  talk.begin();
  expect(talk.runtime()).toBeNull();
});

test("the server's gate is paused once the agent that rested behind it is gone", async () => {
  const { world, talk } = setUp();
  world.next = "gate";
  world.state = "idle";
  await talk.refresh();
  const requestId = talk.gate?.requestId;
  world.state = null;
  talk.ended();
  await talk.refresh();
  expect(talk.gate).toMatchObject({ requestId, paused: true });
});

test("the server's gate says what the lost one said, as long as it asks about the same documents", async () => {
  const { world, talk } = setUp();
  world.next = "gate";
  const suggest = { decision: "approve" };
  talk.uiRequest(gateRequest("g1", { summary: "Una sola domanda.", suggest }));
  talk.ended();
  await talk.refresh();
  expect(talk.gate).toMatchObject({ summary: "Una sola domanda.", suggest, paused: true });

  const changed = [{ key: "context", bytes: 1, updated_at: AT }];
  talk.uiRequest(gateRequest("g2", { summary: "Di un altro documento.", suggest, documents: changed }));
  talk.ended();
  await talk.refresh();
  expect(talk.gate).toMatchObject({ summary: "", suggest: null, paused: true });
});

test("an answer to a gate that was lost is for the one that asks the same in its place", async () => {
  const { world, talk } = setUp();
  world.next = "gate";
  world.state = "waiting";
  talk.uiRequest(gateRequest("g1"));
  talk.uiRequest(gateRequest("g2", { documents: [{ key: "context", bytes: 1, updated_at: AT }] }));
  talk.uiRequest(gateRequest("g3"));
  expect(talk.gateFor("g1")).toBeNull();
  expect(talk.gateFor("g2")).toBeNull();
  world.state = "stopping";
  talk.ended();
  await talk.refresh();
  expect(talk.gateFor("g3")).toMatchObject({ requestId: expect.stringMatching(/^srv-F1-0-/) });
  talk.closeGate(talk.gate?.requestId ?? "", { outcome: "recorded", decision: "approve" });
  expect(talk.gateFor("g3")).toBeNull();
});
