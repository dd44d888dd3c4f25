import type { Context } from "@thothii/backend/api/agents";
import { expect, test } from "vitest";
import { ApiProblem } from "../../lib/api.ts";
import { contextState, notReady } from "./context-state.ts";

const context = (text: string): Context => ({
  context: text,
  source: "ledger",
  quality: "exact",
  chars: text.length,
  bytes: text.length,
  droppedRows: 0,
  redactions: 0,
});
const refusal = (code: string) => new ApiProblem({ code, status: 409, detail: "" });
const settled = { data: undefined, error: null, isFetching: false };

test.each([
  ["on its way", { ...settled, isFetching: true }, { kind: "loading" }],
  ["on its way once more", { ...settled, error: refusal("offline"), isFetching: true }, { kind: "loading" }],
  ["nothing shown yet", { ...settled, error: refusal("terminal-empty") }, { kind: "empty" }],
  ["nothing but blanks", { ...settled, data: context(" \n") }, { kind: "empty" }],
  ["no answer", { ...settled, error: refusal("offline") }, { kind: "failed", retryable: true }],
  ["gone for good", { ...settled, error: refusal("session-gone") }, { kind: "failed", retryable: false }],
  ["there", { ...settled, data: context("a") }, { kind: "ready", context: context("a") }],
])("%s", (_, fetched, state) => expect(contextState(fetched)).toMatchObject(state));

test("goes on once there is a text within the bound and an agent to take it", () => {
  const ready = { kind: "ready", context: context("a") } as const;
  expect(notReady({ kind: "loading" }, "a", "codex")).toBe("context");
  expect(notReady({ kind: "empty" }, "a", "codex")).toBe("context");
  expect(notReady(ready, " \n", "codex")).toBe("text");
  expect(notReady(ready, "x".repeat(120_001), "codex")).toBe("long");
  expect(notReady(ready, "x".repeat(120_000), "")).toBe("target");
  expect(notReady(ready, "a", "codex")).toBeNull();
});
