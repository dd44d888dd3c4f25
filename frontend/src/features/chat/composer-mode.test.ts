import type { Runtime } from "@thothii/backend/api/sessions";
import { describe, expect, it } from "vitest";
import { emptyConversation } from "./chat-state.ts";
import { composerMode } from "./composer-mode.ts";
import { agent, gate as openGate } from "./testing/conversation.ts";

const session = { archived: false, status: "open", resumable: true, problem: null } as const;
const loaded = { ...emptyConversation, loaded: true };
const gate = openGate({ paused: true });

describe("the composer's text", () => {
  it.each<[Runtime["state"] | null, unknown]>([
    [null, { kind: "silent", reason: "stopped", resumable: true }],
    ["starting", { kind: "silent", reason: "starting", resumable: false }],
    ["running", { kind: "steer" }],
    ["waiting", { kind: "message" }],
    ["idle", { kind: "message" }],
    ["stopping", { kind: "silent", reason: "stopping", resumable: false }],
    ["paused", { kind: "silent", reason: "stopped", resumable: true }],
    ["failed", { kind: "silent", reason: "failed", resumable: true }],
  ])("with an agent %s is %j", (state, mode) => {
    const runtime: Runtime | null = state && agent(state);
    expect(composerMode({ ...loaded, runtime }, session)).toEqual(mode);
  });

  it("is the note of an open gate, with or without a process", () => {
    const mode = { kind: "note", gate };
    expect(composerMode({ ...loaded, gate }, session)).toEqual(mode);
    expect(composerMode({ ...loaded, gate, runtime: agent("waiting") }, session)).toEqual(mode);
  });

  it("goes nowhere while nothing is known, or where the session can't go on", () => {
    const reason = (over: object, conversation = loaded) => composerMode(conversation, { ...session, ...over });
    expect(composerMode(emptyConversation, session)).toMatchObject({ reason: "loading" });
    expect(composerMode(loaded, undefined)).toMatchObject({ reason: "loading" });
    expect(reason({ archived: true, resumable: false }, { ...loaded, gate })).toMatchObject({ reason: "archived" });
    expect(reason({ status: "finalized", resumable: false })).toMatchObject({ reason: "finalized", resumable: false });
    expect(composerMode({ ...loaded, gate }, session, false)).toMatchObject({
      reason: "unsupported",
      resumable: false,
    });
    const problem = { code: "unreadable", message: "riga 3", severity: "error" };
    expect(reason({ problem })).toMatchObject({ reason: "unreadable" });
  });
});
