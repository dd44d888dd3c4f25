import { describe, expect, it } from "vitest";
import { readDecisions } from "./decisions.ts";

const approve = { ts: "2026-11-30T10:31:00.000Z", phase: "F5", decision: "approve", note: null, by: "M. Rossi" };
const rollback = { ts: "ieri", phase: "F6", decision: "rollback", to: "F2", note: " ", by: "A. Bianchi" };

describe("readDecisions", () => {
  it("lists the records newest first", () => {
    expect(readDecisions(JSON.stringify([approve, rollback]))).toEqual([
      {
        key: "1",
        phase: "F6",
        kind: "rollback",
        decision: "rollback",
        to: "F2",
        by: "A. Bianchi",
        note: null,
        at: null,
      },
      {
        key: "0",
        phase: "F5",
        kind: "approve",
        decision: "approve",
        to: null,
        by: "M. Rossi",
        note: null,
        at: "2026-11-30T10:31:00.000Z",
      },
    ]);
  });

  it("keeps decisions that nobody knows, in their own words", () => {
    expect(readDecisions(JSON.stringify([{ ...approve, decision: "escalate" }]))[0]).toMatchObject({
      kind: "other",
      decision: "escalate",
    });
  });

  it("reads the ledger's own lines, and skips the torn one", () => {
    const lines = `${JSON.stringify(approve)}\n{"ts":"2026\n${JSON.stringify(rollback)}\n`;
    expect(readDecisions(lines).map((entry) => entry.phase)).toEqual(["F6", "F5"]);
  });

  it.each(["", "null", "3", '"x"', "not json", "[null, 1, []]"])("survives %j", (content) => {
    expect(() => readDecisions(content)).not.toThrow();
  });
});
