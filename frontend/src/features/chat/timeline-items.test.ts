import type { ChatMessage } from "@thothii/backend/api/chat";
import { expect, it } from "vitest";
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
  index: 4,
  title: "Schema linking",
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
