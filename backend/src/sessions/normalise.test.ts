import { describe, expect, test } from "vitest";
import { toDetail, toDocument, toPhase, toRow } from "./normalise.ts";
import { standardPhases } from "./standard-phases.ts";

const f4 = { code: "F4", index: 4, of: 8, name: "schema_linking", title: "Schema linking", complete: false };
const done = { code: "F8", index: 8, of: 8, name: "validazione", title: "Validazione", complete: true };

describe("a phase", () => {
  test.each([
    ["F4", f4],
    ["f4", f4],
    ["schema_linking", f4],
    ["4", f4],
    [4, f4],
    [{ number: 4 }, { number: 4, ...f4 }],
    [{ phase: "F4" }, { phase: "F4", ...f4 }],
    [9, done],
    [0, null],
    [-1, null],
    [1.5, null],
    ["F99", null],
    ["", null],
    [null, null],
    [undefined, null],
    [["F4"], null],
    [{}, null],
  ])("said as %j", (raw, expected) => {
    expect(toPhase(raw, standardPhases)).toEqual(expected);
  });

  test("in full is kept as it is, what nobody knows included", () => {
    const full = { ...f4, of: 9, next: "gate", novel: 1 };
    expect(toPhase(full, standardPhases)).toEqual(full);
  });

  test("of a finalized session is complete", () => {
    expect(toPhase(8, standardPhases, "finalized")).toEqual(done);
  });
});

test("a row of anything has the full shape", () => {
  const nothing = {
    id: "",
    name: null,
    question: null,
    summary: null,
    status: null,
    author: null,
    created_at: null,
    updated_at: null,
    activity_at: null,
    archived: false,
    group: null,
    phase: null,
    resumable: true,
    problem: null,
  };
  expect(toRow(null, standardPhases)).toEqual(nothing);
  expect(toRow({ id: "a", name: 3, status: "odd", archived: "yes" }, standardPhases)).toEqual({ ...nothing, id: "a" });
});

test("a row with an unreadable manifest keeps its id and its problem, and can't be resumed", () => {
  const problem = { code: "unreadable", message: "no YAML", severity: "error" };
  expect(toRow({ id: "a", problem }, standardPhases)).toMatchObject({ id: "a", problem, resumable: false });
  expect(toDetail({ id: "a", problem, path: "/w/a" }, standardPhases)).toEqual({
    id: "a",
    problem,
    path: "/w/a",
    phase: null,
    resumable: false,
  });
});

test("a document's content is text, whatever it was", () => {
  expect(toDocument({ key: "decisions", phase: 8, format: "decisions", content: [1], truncated: true })).toEqual({
    key: "decisions",
    phase: "F8",
    title: "decisions",
    format: "decisions",
    content: "[\n  1\n]",
    truncated: true,
  });
  expect(toDocument({ key: "k", format: "pdf" })).toMatchObject({ format: "text", content: '""' });
});
