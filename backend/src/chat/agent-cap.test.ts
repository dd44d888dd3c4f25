import { expect, test } from "vitest";
import type { RuntimeState } from "../../api/sessions.ts";
import { tooManyAgents, whomToStop } from "./agent-cap.ts";

const agent = (id: string, state: RuntimeState, minutesAgo: number) => ({
  id,
  state,
  since: new Date(Date.UTC(2026, 10, 30, 12) - minutesAgo * 60_000),
});

test.each([
  ["one that is ending anyway", ["idle 9", "stopping 1", "waiting 9"], 1],
  ["the one longest at rest", ["waiting 90", "idle 3", "idle 8", "running 99"], 2],
  ["the one whose question has waited longest", ["running 9", "waiting 2", "waiting 5", "waiting 4"], 2],
  ["nobody that starts or works", ["starting 9", "running 9"], null],
])("room is made by %s", (_who, states, expected) => {
  const agents = states.map((text, index) => {
    const [state, minutes] = text.split(" ");
    return agent(String(index), state as RuntimeState, Number(minutes));
  });
  expect(whomToStop(agents)?.id ?? null).toBe(expected === null ? null : String(expected));
});

test("who takes up all the room is named", () => {
  expect(tooManyAgents([agent("a", "running", 1), agent("b", "starting", 0)])).toMatchObject({
    code: "too_many_agents",
    status: 429,
    message: expect.stringContaining("a, b"),
    extra: {
      agents: [
        { id: "a", state: "running" },
        { id: "b", state: "starting" },
      ],
    },
  });
});
