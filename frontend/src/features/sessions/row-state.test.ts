import type { Runtime, RuntimeState } from "@thothii/backend/api/sessions";
import { expect, test } from "vitest";
import { brokenRow, phaseAt, sessionRow } from "../../testing/sessions.ts";
import { activityOf, hasAgent, needsAnswer, rowState } from "./row-state.ts";

const runtime = (state: RuntimeState): Runtime => ({ kind: "pi", state, since: "2026-11-30T10:00:00.000Z" });
const atGate = phaseAt(4, { next: "gate" });

test("one mark a row: at work, then waiting for you, then failed, then unread", () => {
  const rows = [
    [sessionRow("a", { runtime: runtime("running"), phase: atGate, unread: true }), "running"],
    [sessionRow("a", { runtime: runtime("starting"), unread: true }), "running"],
    [sessionRow("a", { runtime: runtime("stopping") }), "running"],
    [sessionRow("a", { runtime: runtime("waiting"), unread: true }), "waiting"],
    [sessionRow("a", { runtime: runtime("paused"), unread: true }), "waiting"],
    [sessionRow("a", { runtime: runtime("idle"), phase: atGate }), "waiting"],
    [sessionRow("a", { phase: atGate, unread: true }), "waiting"],
    [sessionRow("a", { runtime: runtime("failed"), phase: atGate, unread: true }), "failed"],
    [sessionRow("a", { runtime: runtime("idle"), unread: true }), "unread"],
    [sessionRow("a", { runtime: runtime("idle") }), "quiet"],
    [sessionRow("a"), "quiet"],
    [brokenRow("a", { unread: true }), "broken"],
  ] as const;
  expect(rows.map(([row]) => rowState(row))).toEqual(rows.map(([, state]) => state));
});

test("what can't be resumed waits for nobody", () => {
  expect(needsAnswer(sessionRow("a", { phase: atGate, archived: true }))).toBe(false);
  expect(needsAnswer(sessionRow("a", { phase: atGate, status: "finalized" }))).toBe(false);
  expect(needsAnswer(sessionRow("a", { phase: atGate, status: "closed" }))).toBe(true);
});

test("a warning about skipped ledger lines does not make a row broken", () => {
  const problem = { code: "unreadable", message: "2 lines", severity: "warning" as const };
  expect(rowState(sessionRow("a", { problem }))).toBe("quiet");
});

test("an agent that is only paused or failed has no process to stop", () => {
  const live = (["starting", "running", "waiting", "idle", "stopping", "paused", "failed"] as const).filter((state) =>
    hasAgent(sessionRow("a", { runtime: runtime(state) })),
  );
  expect(live).toEqual(["starting", "running", "waiting", "idle", "stopping"]);
});

test("activity falls back to what an older or unreadable session has", () => {
  expect(activityOf(sessionRow("a", { activity_at: null }))).toBe("2026-11-20T09:00:00.000Z");
  expect(activityOf(brokenRow("20261118-090210-x2m4ha"))).toBe("2026-11-18T09:02:10.000Z");
  expect(activityOf(brokenRow("20261399-090210-x2m4ha"))).toBe(null);
  expect(activityOf(brokenRow("notes"))).toBe(null);
});
