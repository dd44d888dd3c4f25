import { describe, expect, it } from "vitest";
import { fc } from "../test/fast-check.ts";
import type { LedgerRecord } from "./ledger.ts";
import { foldLedger, phaseState } from "./phases.ts";
import { DEFAULT_WORKFLOW, readWorkflow } from "./workflow.ts";

const workflow = readWorkflow(DEFAULT_WORKFLOW);
const codes = workflow.map(({ code }) => code);
const approve = (...phases: string[]) => phases.map((phase) => ({ phase, decision: "approve" }));
const at = (records: LedgerRecord[]) => {
  const { index, complete } = foldLedger(workflow, records);
  return complete ? "complete" : codes[index];
};

describe("foldLedger", () => {
  it.each([
    ["begins at the first phase", [], "F1"],
    ["moves on with an approval of the current phase", approve("F1", "F2"), "F3"],
    ["ignores an approval of another phase", approve("F2", "F1", "F1"), "F2"],
    ["stays with a request for changes", [{ phase: "F1", decision: "revise" }], "F1"],
    [
      "goes back with a rollback",
      [...approve("F1", "F2", "F3"), { phase: "F4", decision: "rollback", to: "F2" }],
      "F2",
    ],
    [
      "goes back no further than it says, and never forward",
      [
        ...approve("F1"),
        { phase: "F2", decision: "rollback", to: "F2" },
        { phase: "F2", decision: "rollback", to: "F5" },
      ],
      "F2",
    ],
    [
      "ignores a rollback from another phase",
      [...approve("F1", "F2"), { phase: "F2", decision: "rollback", to: "F1" }],
      "F3",
    ],
    ["ignores decisions it does not know", [...approve("F1"), { phase: "F2", decision: "bless" }, {}], "F2"],
    ["ends with the last approval", approve(...codes), "complete"],
    ["can be rolled back from the end", [...approve(...codes), { phase: "F8", decision: "rollback", to: "F6" }], "F6"],
  ])("%s", (_title, records, expected) => {
    expect(at(records)).toBe(expected);
  });

  it("takes a time that grows with the ledger, not with its square", () => {
    const records = Array.from({ length: 100_000 }, () => ({ phase: "F1", decision: "revise" }));
    const begun = performance.now();
    expect(foldLedger(workflow, records).since).toHaveLength(100_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it("never leaves the workflow, whatever the ledger says", () => {
    const word = fc.oneof(fc.constantFrom(...codes, "approve", "revise", "rollback", ""), fc.jsonValue());
    const record = fc.record({ phase: word, decision: word, to: word }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        expect([...codes, "complete"]).toContain(at(records));
      }),
    );
  });
});

describe("phaseState", () => {
  const T = Date.parse("2026-11-30T10:00:00.000Z");
  const minute = (n: number) => T + n * 60_000;
  const ts = (n: number) => new Date(minute(n)).toISOString();
  const state = (records: LedgerRecord[], times: Record<string, number>) => {
    const { code, next, reason, note } = phaseState(workflow, records, new Map(Object.entries(times)));
    return { code, next, reason, note };
  };
  const inF3 = approve("F1", "F2");
  const written = { question: minute(0), context: minute(1), revised_question: minute(2) };

  it.each([
    ["missing", inF3, { question: minute(0), context: minute(1) }, "work", "missing", null],
    ["present", inF3, written, "gate", "present", null],
    ["older than an earlier phase's document", inF3, { ...written, context: minute(3) }, "work", "stale", null],
    [
      "to be changed",
      [...inF3, { ts: ts(3), phase: "F3", decision: "revise", note: "più breve" }],
      written,
      "work",
      "revise",
      "più breve",
    ],
    [
      "to be changed, whatever rollback leads nowhere",
      [
        ...inF3,
        { ts: ts(3), phase: "F3", decision: "revise", note: "più breve" },
        { ts: ts(4), phase: "F3", decision: "rollback", to: "F3", note: "qui" },
        { ts: ts(5), phase: "F3", decision: "rollback", to: "F7", note: "avanti" },
      ],
      written,
      "work",
      "revise",
      "più breve",
    ],
    [
      "written the moment a change was asked for",
      [...inF3, { ts: ts(2), phase: "F3", decision: "revise", note: "più breve" }],
      written,
      "work",
      "revise",
      "più breve",
    ],
    [
      "changed since",
      [...inF3, { ts: ts(3), phase: "F3", decision: "revise", note: "più breve" }],
      { ...written, revised_question: minute(4) },
      "gate",
      "present",
      null,
    ],
  ])("says what is due where the documents are %s", (_title, records, times, next, reason, note) => {
    expect(state(records, times)).toEqual({ code: "F3", next, reason, note });
  });

  it("asks for work after a rollback with a note, for the gate after one without", () => {
    const back = (note: string | null) => [
      ...approve("F1", "F2", "F3"),
      { ts: ts(5), phase: "F4", decision: "rollback", to: "F2", note },
    ];
    expect(state(back("rifai"), written)).toEqual({ code: "F2", next: "work", reason: "rollback", note: "rifai" });
    expect(state(back(null), written)).toEqual({ code: "F2", next: "gate", reason: "rollback", note: null });
    expect(state(back("rifai"), { ...written, context: minute(6) })).toEqual({
      code: "F2",
      next: "gate",
      reason: "present",
      note: null,
    });
  });

  it("keeps asking until every document of the phase is written again", () => {
    const records = [
      ...approve("F1", "F2", "F3", "F4", "F5"),
      { ts: ts(9), phase: "F6", decision: "revise", note: "rifai" },
    ];
    const times = { ...written, cte_plan: minute(10), cte_tests: minute(8) };
    expect(state(records, times)).toMatchObject({ next: "work", reason: "revise" });
    expect(state(records, { ...times, cte_tests: minute(10) })).toMatchObject({ next: "gate" });
  });

  it("is done when all is approved", () => {
    expect(phaseState(workflow, approve(...codes), new Map())).toEqual({
      code: "F8",
      index: 8,
      of: 8,
      name: "validazione",
      title: "Validazione",
      complete: true,
      next: "done",
      reason: "complete",
      note: null,
      needs: ["validation_report", "evidence"],
      decisions: 8,
    });
  });
});
