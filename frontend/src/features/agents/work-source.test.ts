import { describe, expect, test } from "vitest";
import { agentOf, terminalOf } from "../../testing/terminals.ts";
import { continuing, forkWay, isLost, resumeRequest, type WorkSource } from "./work-source.ts";

const claude = agentOf("claude");
const own = { agent: "claude", agentSessionId: "0198", agentSessionKnown: true };
const terminal = (change = {}): WorkSource => ({ kind: "terminal", terminal: terminalOf("t1", change) });
const session: WorkSource = { kind: "session", id: "s1", title: "Resi" };
const conversation = (gone = false): WorkSource => ({
  kind: "conversation",
  agent: "claude",
  sessionId: "0198",
  title: null,
  gone,
});

test("is named as the routes name it", () => {
  expect([terminal(), session, conversation()].map(continuing)).toEqual([
    { fromTerminal: "t1" },
    { fromSession: "s1" },
    { fromSession: "claude:0198" },
  ]);
});

test("of a terminal whose host is gone only what its agent keeps is left", () => {
  const lost = terminal({ ...own, state: "lost" });
  expect(continuing(lost)).toEqual({ fromSession: "0198" });
  expect(isLost(lost)).toBe(false);
  expect(isLost(terminal({ ...own, state: "lost", agentSessionKnown: false }))).toBe(true);
  expect(isLost(terminal({ state: "lost" }))).toBe(true);
  expect([terminal(), session, conversation()].map(isLost)).toEqual([false, false, false]);
});

describe("a fork", () => {
  test("of a terminal is its agent's, in the same folder", () => {
    expect(forkWay(terminal(own), [claude])).toEqual({
      kind: "run",
      request: { agent: "claude", forkSessionId: "0198", cwd: "/home/m/workspace" },
    });
  });

  test("of a session of the workspace is a copy of it, whatever the agents can do", () => {
    expect(forkWay(session, undefined)).toEqual({ kind: "copy", session: "s1" });
  });

  test("of a conversation is its agent's", () => {
    expect(forkWay(conversation(), [claude])).toEqual({
      kind: "run",
      request: { agent: "claude", forkSessionId: "claude:0198" },
    });
  });

  test.each([
    ["a shell has no session", terminal(), [claude], "shell"],
    ["what the agent can isn't known yet", terminal(own), undefined, "loading"],
    ["the agent can't", terminal(own), [agentOf("claude", { canFork: false })], "unsupported"],
    ["nobody knows the agent", terminal(own), [], "unsupported"],
    ["it is not installed", terminal(own), [agentOf("claude", { installed: false })], "uninstalled"],
    ["the id isn't known", terminal({ ...own, agentSessionId: null }), [claude], "unknown"],
    ["the id is provisional", terminal({ ...own, agentSessionKnown: false }), [claude], "unknown"],
    ["the conversation is gone", conversation(true), [claude], "gone"],
  ] as const)("is refused where %s", (_, source, agents, why) => {
    expect(forkWay(source, agents)).toMatchObject({ kind: "refused", why });
  });
});

test("only a conversation that is there, of an agent that can, is resumed", () => {
  expect(resumeRequest(conversation(), [claude])).toEqual({ agent: "claude", resumeSessionId: "claude:0198" });
  expect(resumeRequest(conversation(true), [claude])).toBeNull();
  expect(resumeRequest(conversation(), [agentOf("claude", { canResume: false })])).toBeNull();
  expect(resumeRequest(conversation(), [agentOf("claude", { installed: false })])).toBeNull();
  expect(resumeRequest(session, [claude])).toBeNull();
  expect(resumeRequest(terminal(own), [claude])).toBeNull();
});
