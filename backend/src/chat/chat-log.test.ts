import { expect, test } from "vitest";
import type { SessionEvent } from "../../api/live.ts";
import { createChatLog } from "./chat-log.ts";
import type { PiEvent } from "./pi-protocol.ts";

const AT = "2026-11-30T10:00:00.000Z";

function record(bounds: { maxMessages?: number; maxChars?: number } = {}) {
  const published: SessionEvent[] = [];
  const publish = (event: SessionEvent) => void published.push(event);
  const log = createChatLog({ publish, now: () => new Date(AT), prefix: "m", ...bounds });
  return { log, published };
}

const delta = (text: string): PiEvent => ({
  type: "message_update",
  assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: text },
});

const end = (text: string, stopReason = "stop", errorMessage?: string): PiEvent => ({
  type: "message_end",
  message: {
    role: "assistant",
    content: [{ type: "text", text }],
    stopReason,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  },
});

test("an answer streams as deltas and ends as a whole message", () => {
  const { log, published } = record();
  for (const event of [delta("Ci"), delta("ao"), end("Ciao!")]) log.event(event);
  expect(published).toEqual([
    { event: "message", data: { id: "m1", at: AT, role: "assistant", text: "Ci", streaming: true } },
    { event: "delta", data: { id: "m1", text: "ao" } },
    { event: "message", data: { id: "m1", at: AT, role: "assistant", text: "Ciao!" } },
  ]);
  expect(log.messages()).toEqual([{ id: "m1", at: AT, role: "assistant", text: "Ciao!" }]);
});

test("a message of nothing but tool calls leaves no empty bubble", () => {
  const { log, published } = record();
  log.event({ type: "message_start", message: { role: "assistant", content: [] } });
  log.event(end("", "toolUse"));
  expect(published).toEqual([]);
});

test("a tool call is one entry from its start to its end, its output bounded and its long arguments cut", () => {
  const { log } = record();
  const args = { args: ["session", "put", "context"], stdin: "x".repeat(10_000) };
  log.event({ type: "tool_execution_start", toolCallId: "c1", toolName: "tht", args });
  const content = [{ type: "text", text: "è".repeat(100_000) }];
  log.event({
    type: "tool_execution_end",
    toolCallId: "c1",
    toolName: "tht",
    result: { content },
    isError: true,
    durationMs: 12,
  });
  const [message] = log.messages();
  expect(message).toMatchObject({ role: "tool", text: "", tool: { id: "c1", state: "end", error: true, ms: 12 } });
  expect(Buffer.byteLength(message?.tool?.output ?? "")).toBeLessThanOrEqual(64 * 1024);
  expect(message?.tool?.output).toMatch(/^è+\n… \(cut here/);
  expect(JSON.stringify(message?.tool?.args).length).toBeLessThan(4_200);
});

test("each attempt of a model that fails keeps its partial text, marked, and the last error is remembered", () => {
  const { log } = record();
  log.event(delta("Prima met"));
  log.event(end("Prima met", "error", "terminated: other side closed"));
  log.event({ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: "terminated" });
  log.event(end("", "error", "Connection error."));
  expect(log.messages().map(({ role, text, error, code }) => [role, error ?? code, text.slice(0, 9)])).toEqual([
    ["assistant", true, "Prima met"],
    ["notice", "retrying", "The model"],
  ]);
  expect(log.modelEnd).toEqual({ stopReason: "error", error: "Connection error." });
});

test("what the agent never read is marked", () => {
  const { log } = record();
  const id = log.user("uno");
  log.user("due");
  log.undelivered(["due", "tre"]);
  log.failed(id);
  expect(log.messages().map(({ text, error }) => [text, error])).toEqual([
    ["uno", true],
    ["due", true],
  ]);
});

test("a long conversation forgets its beginning", () => {
  const { log } = record({ maxMessages: 3 });
  for (const text of ["a", "b", "c", "d", "e"]) log.user(text);
  expect(log.messages().map(({ text }) => text)).toEqual(["c", "d", "e"]);
  const small = record({ maxChars: 1_000 }).log;
  for (const text of ["a".repeat(600), "b".repeat(600)]) small.user(text);
  expect(small.messages().map(({ text }) => text[0])).toEqual(["b"]);
});

test("at the end of the process nothing streams any more", () => {
  const { log } = record();
  log.event(delta("A metà"));
  log.end();
  expect(log.messages()).toEqual([{ id: "m1", at: AT, role: "assistant", text: "A metà", ended: true }]);
});

test("an answer without end is kept to a bound, and says where it was cut", () => {
  const { log, published } = record();
  for (let n = 0; n < 1200; n++) log.event(delta("x".repeat(1000)));
  const streamed = published.reduce((sum, { data }) => sum + (data as { text: string }).text.length, 0);
  expect(streamed).toBe(500_000);
  log.event(end("y".repeat(1_200_000)));
  const [message] = log.messages();
  expect(message?.text.length).toBe(500_000);
  expect(message?.text.slice(-40)).toBe("yyyy\n… (cut here: the rest is not shown)");
});

test("a failure whose reason is no text is a failure all the same", () => {
  const { log } = record();
  log.event(end("", "error", { status: 500 } as unknown as string));
  log.event({
    type: "auto_retry_start",
    attempt: 1,
    maxAttempts: 3,
    delayMs: 1,
    errorMessage: [] as unknown as string,
  });
  expect(log.modelEnd).toEqual({ stopReason: "error", error: "" });
  expect(log.messages()[0]?.text).toBe("The model did not answer (no reason given): trying again.");
});
