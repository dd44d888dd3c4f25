import type { SessionDetail } from "@thothii/backend/api/sessions";
import { describe, expect, it } from "vitest";
import { seenUpTo, sessionStatus, wayOn } from "./session-status.ts";
import { aSession } from "./testing/fixtures.ts";

const runtime = (state: NonNullable<SessionDetail["runtime"]>["state"]) =>
  ({ kind: "pi", state, since: "2026-11-30T10:00:00.000Z" }) as const;

describe("sessionStatus", () => {
  it("says archived before completed, and completed before the phase", () => {
    expect(sessionStatus(aSession({ archived: true, status: "finalized" })).kind).toBe("archived");
    expect(sessionStatus(aSession({ status: "finalized" })).kind).toBe("completed");
    expect(sessionStatus(aSession({}))).toMatchObject({ kind: "phase", index: 7, of: 8, code: "F7" });
    expect(sessionStatus(aSession({ phase: null }))).toEqual({ kind: "unknown" });
  });
});

describe("wayOn", () => {
  it.each(["starting", "running", "waiting", "idle", "stopping"] as const)(
    "leads to the chat of a %s agent",
    (state) => {
      expect(wayOn(aSession({ runtime: runtime(state) }))).toBe("go-to-chat");
    },
  );

  it.each(["paused", "failed"] as const)("resumes where the agent is %s", (state) => {
    expect(wayOn(aSession({ runtime: runtime(state) }))).toBe("resume");
  });

  it("leads nowhere from what only can be read", () => {
    expect(wayOn(aSession({ resumable: false, runtime: runtime("failed") }))).toBe("none");
  });
});

describe("seenUpTo", () => {
  it("is the last activity of an unread session", () => {
    expect(seenUpTo(aSession({ unread: true, activity_at: "2026-11-30T10:42:00.000Z" }))).toBe(
      "2026-11-30T10:42:00.000Z",
    );
    expect(seenUpTo(aSession({ unread: false }))).toBeNull();
  });
});
