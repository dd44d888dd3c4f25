import { expect, test } from "vitest";
import { parseGateAnswer } from "./gate-answer.ts";

const gate = { options: ["approve", "revise", "rollback"], rollbackTo: ["F1", "F2"] } as const;
const parse = (value: unknown) =>
  parseGateAnswer(typeof value === "string" ? value : JSON.stringify(value), {
    options: [...gate.options],
    rollbackTo: [...gate.rollbackTo],
  });

test.each([
  [
    { decision: "approve", recorded: true },
    { decision: "approve", note: null },
  ],
  [
    { decision: "approve", note: "bene, «così»\u2028", recorded: true },
    { decision: "approve", note: "bene, «così»\u2028" },
  ],
  [
    { decision: "revise", note: "togli Roma", recorded: true },
    { decision: "revise", note: "togli Roma" },
  ],
  [
    { decision: "rollback", to: "F2", recorded: true },
    { decision: "rollback", to: "F2", note: null },
  ],
])("takes %j", (value, answer) => {
  expect(parse(value)).toEqual(answer);
});

test.each([
  ["a bare word", "approve"],
  ["a decision that is not recorded", { decision: "approve" }],
  ["a decision recorded in words", { decision: "approve", recorded: "true" }],
  ["an unknown decision", { decision: "skip", recorded: true }],
  ["an unknown member", { decision: "approve", recorded: true, phase: "F8" }],
  ["changes without a note", { decision: "revise", note: "  ", recorded: true }],
  ["a note that is no text", { decision: "revise", note: 3, recorded: true }],
  ["a note over the limit", { decision: "revise", note: "x".repeat(20_001), recorded: true }],
  ["a way back to nowhere", { decision: "rollback", recorded: true }],
  ["a way back to a later phase", { decision: "rollback", to: "F7", recorded: true }],
  ["an approval that names a phase", { decision: "approve", to: "F2", recorded: true }],
  ["a list", [true]],
  ["null", "null"],
])("refuses %s and says why", (_name, value) => {
  expect(parse(value)).toEqual({ problem: expect.stringMatching(/\w/) });
});

test("shows the reason the host gives for asking again", () => {
  expect(parse({ decision: "again", problem: "A document changed.", recorded: false })).toEqual({
    problem: "A document changed.",
  });
});

test("offers no way back where there is no earlier phase", () => {
  const value = JSON.stringify({ decision: "rollback", to: "F1", recorded: true });
  expect(parseGateAnswer(value, { options: ["approve", "revise"], rollbackTo: [] })).toHaveProperty("problem");
});
