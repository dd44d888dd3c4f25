import { describe, expect, it } from "vitest";
import { phaseSteps, phasesToCome } from "./phase-steps.ts";
import { aSession, theWorkflow } from "./testing/fixtures.ts";

const states = (session: Parameters<typeof aSession>[0]) =>
  phaseSteps(aSession(session), theWorkflow).map((step) => step.state);

describe("phaseSteps", () => {
  it("has one step a phase, with the workflow's titles", () => {
    const steps = phaseSteps(aSession({}), theWorkflow);
    expect(steps).toHaveLength(8);
    expect(steps[3]).toEqual({ index: 4, code: "F4", title: "Schema linking", state: "done" });
    expect(steps[7]?.state).toBe("to-come");
  });

  it("marks the current one that waits for a person", () => {
    const phase = aSession({}).phase;
    expect(states({ phase: { ...phase, next: "work" } as typeof phase })[6]).toBe("current");
    expect(states({ phase: { ...phase, next: "gate" } as typeof phase })[6]).toBe("waiting");
  });

  it("is all done once complete or finalized", () => {
    expect(new Set(states({ status: "finalized" }))).toEqual(new Set(["done"]));
  });

  it("names phases of an unknown workflow by their place", () => {
    const steps = phaseSteps(aSession({}), []);
    expect(steps.map((step) => step.code)).toEqual(["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]);
    expect(steps[6]?.title).toBe("SQL finale");
  });

  it("has none where the phase is unknown", () => {
    expect(states({ phase: null })).toEqual([]);
  });
});

it("knows the phases to come", () => {
  expect([...phasesToCome(phaseSteps(aSession(), theWorkflow))]).toEqual(["F8"]);
  expect([...phasesToCome(phaseSteps(aSession({ status: "finalized" }), theWorkflow))]).toEqual([]);
});
