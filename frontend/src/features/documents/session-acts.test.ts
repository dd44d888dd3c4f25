import { describe, expect, it } from "vitest";
import { sessionActs } from "./session-acts.ts";
import { aSession } from "./testing/fixtures.ts";

const phase = { code: "F8", index: 8, of: 8, name: "validazione", title: "Validazione", complete: true };
const runtime = { kind: "pi", state: "running", since: "2026-11-30T10:00:00.000Z" } as const;

describe("what can be done with a session", () => {
  it.each([
    ["an open one at a gate", {}, [], { fork: null, status: "close", changeStatus: null, complete: "notComplete" }],
    ["one whose last phase is approved", { phase }, [], { complete: null, changeStatus: null }],
    ["a closed one", { status: "closed" as const }, [], { status: "reopen", changeStatus: null }],
    ["one with an agent", { runtime }, [], { fork: null, changeStatus: "busy", complete: "busy" }],
    ["one whose agent failed", { runtime: { ...runtime, state: "failed" as const } }, [], { changeStatus: null }],
    ["an archived one", { archived: true, phase }, [], { fork: null, changeStatus: "archived", complete: "archived" }],
    [
      "a completed one",
      { status: "finalized" as const, phase },
      [],
      { fork: null, changeStatus: "finalized", complete: "finalized" },
    ],
    [
      "one whose manifest can't be read",
      { problem: { code: "unreadable", message: "", severity: "error" as const } },
      [],
      { fork: "unreadable", changeStatus: "unreadable", complete: "unreadable" },
    ],
    [
      "one of a harness with the basic commands",
      { phase },
      ["fork", "status"] as const,
      { fork: "foreign", changeStatus: "foreign", complete: "foreign" },
    ],
  ])("%s", (_, session, missing, expected) => {
    expect(sessionActs(aSession(session), missing)).toMatchObject(expected);
  });
});
