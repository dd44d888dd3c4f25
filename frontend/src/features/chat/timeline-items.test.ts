import type { ChatMessage, ToolCall } from "@thothii/backend/api/chat";
import { describe, expect, it } from "vitest";
import type { GateRecord } from "./chat-state.ts";
import { timelineOf } from "./timeline-items.ts";

const message = (id: string, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: "assistant",
  text: id,
  at: "2026-11-30T10:00:00.000Z",
  ...over,
});
const record = (requestId: string, after: string | null): GateRecord => ({
  requestId,
  phase: "F4",
  outcome: "recorded",
  after,
});
const keys = (...input: Parameters<typeof timelineOf>) => timelineOf(...input).map((item) => item.key);

it("puts each answered gate after the message it followed", () => {
  expect(keys([message("a"), message("b")], [record("g0", null), record("g1", "a"), record("g2", "a")])).toEqual([
    "decision:g0",
    "a",
    "decision:g1",
    "decision:g2",
    "b",
  ]);
});

it("draws one line where the earlier process ended", () => {
  const ended = [message("a", { ended: true }), message("b", { ended: true })];
  expect(keys([...ended, message("c")], [])).toEqual(["a", "b", "ended:b", "c"]);
  expect(keys(ended, [])).toEqual(["a", "b", "ended:b"]);
  expect(keys([message("a")], [])).toEqual(["a"]);
});

it("keeps a tool call's key when the message that carries it comes", () => {
  const tool = { id: "t1", name: "tht", state: "start", args: {} } as const;
  const early = timelineOf([message("tool:t1", { role: "tool", tool })], []);
  const whole = timelineOf([message("m9", { role: "tool", tool })], []);
  expect(early[0]?.key).toBe(whole[0]?.key);
});

describe("the agent's call of the gate", () => {
  const call = (over: Partial<ToolCall>) =>
    message("m1", { role: "tool", tool: { id: "t1", name: "gate", state: "start", args: { phase: "F4" }, ...over } });
  const told = { gate: "F4", decision: "revise", note: "Togli i resi", phase: { code: "F4" } };

  it("isn't shown beside the card of the open gate", () => {
    expect(timelineOf([call({})], [])).toEqual([]);
  });

  it("becomes the line of the decision, with what the server said of it", () => {
    const done = call({ state: "end", output: JSON.stringify(told) });
    const line = { phase: "F4", aborted: false, decision: "revise", note: "Togli i resi", to: undefined };
    expect(timelineOf([done], [])).toEqual([{ kind: "decision", key: "decision:t1", told: line }]);
    const answered: GateRecord = { ...record("g1", "m1"), decision: "revise", by: "Anna" };
    expect(timelineOf([done], [answered])).toEqual([
      { kind: "decision", key: "decision:g1", told: { ...line, by: "Anna" } },
    ]);
    expect(timelineOf([call({})], [answered])).toHaveLength(1);
  });

  it("is shown as any other when it says something else", () => {
    for (const output of ["not json", "null", "{}", '{"gate":"F4","decision":"maybe"}']) {
      expect(timelineOf([call({ state: "end", output })], [])[0]?.kind).toBe("message");
    }
    const refused = call({ state: "end", error: true, output: JSON.stringify(told) });
    expect(timelineOf([refused], [])[0]?.kind).toBe("message");
  });

  it("that was broken off is the line that says so, whether the page heard it or not", () => {
    const broken = call({ state: "end", error: true, output: "gate: aborted: no decision was recorded." });
    const aborted: GateRecord = { ...record("g1", "m1"), outcome: "aborted" };
    const told = { phase: "F4", aborted: true };
    expect(timelineOf([broken], [aborted])[0]).toMatchObject({ key: "decision:g1", told });
    expect(timelineOf([broken], [])).toEqual([{ kind: "decision", key: "decision:t1", told }]);
  });
});
