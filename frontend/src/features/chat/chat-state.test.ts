import type { ChatMessage, ChatSnapshot } from "@thothii/backend/api/chat";
import type { SessionEvent } from "@thothii/backend/api/live";
import { describe, expect, it } from "vitest";
import { applyEvent, type Conversation, dismissProblem, emptyConversation, isLive } from "./chat-state.ts";
import { agent, at, gate, said, snapshot, tool } from "./testing/conversation.ts";

const running = agent("running");

function play(events: SessionEvent[], from: Conversation = emptyConversation): Conversation {
  return events.reduce(applyEvent, from);
}

describe("the whole", () => {
  it("takes a snapshot as it is", () => {
    const data: Partial<ChatSnapshot> = {
      messages: [said("m1", "Ciao")],
      gate: gate(),
      asks: [{ requestId: "a1", method: "confirm", title: "Procedo?" }],
      rest: { reason: "settled" },
      commands: [{ name: "nuova-domanda", description: "Comincia" }],
    };
    expect(play([snapshot(data)])).toEqual({
      ...emptyConversation,
      ...data,
      loaded: true,
      runtime: running,
    });
  });

  it("lets a later snapshot replace everything", () => {
    const before = play([snapshot({ messages: [said("m1", "vecchio")], gate: gate() }), { event: "rest", data: null }]);
    const after = applyEvent(before, snapshot({ messages: [said("m2", "nuovo")] }));
    expect(after.messages.map((message) => message.text)).toEqual(["nuovo"]);
    expect(after.gate).toBeNull();
  });

  it("ignores an event it doesn't know", () => {
    const before = play([snapshot()]);
    expect(applyEvent(before, { event: "weather", data: {} } as unknown as SessionEvent)).toBe(before);
  });
});

describe("messages", () => {
  it("grow by deltas", () => {
    const state = play([
      snapshot(),
      { event: "message", data: said("m1", "Ho ", { streaming: true }) },
      { event: "delta", data: { id: "m1", text: "riscritto " } },
      { event: "delta", data: { id: "m1", text: "la domanda" } },
    ]);
    expect(state.messages).toEqual([said("m1", "Ho riscritto la domanda", { streaming: true })]);
  });

  it("begin with a delta whose message wasn't heard", () => {
    const state = play([snapshot(), { event: "delta", data: { id: "m1", text: "Ecco" } }]);
    expect(state.messages).toEqual([{ id: "m1", role: "assistant", text: "Ecco", at: "", streaming: true }]);
  });

  it("are what the whole message says, and deltas that come after it are dropped", () => {
    const state = play([
      snapshot(),
      { event: "delta", data: { id: "m1", text: "Bozza strorpiata" } },
      { event: "message", data: said("m1", "Testo intero") },
      { event: "delta", data: { id: "m1", text: "…coda" } },
    ]);
    expect(state.messages).toEqual([said("m1", "Testo intero")]);
  });

  it("of a long conversation forget their beginning and its gates, as the server does", () => {
    const spoken = (from: number, to: number): SessionEvent[] =>
      Array.from({ length: to - from }, (_, n) => ({ event: "message", data: said(`m${from + n}`, "x") }));
    const answer: SessionEvent[] = [
      { event: "gate", data: gate() },
      { event: "gate-closed", data: { requestId: "g1", outcome: "recorded", decision: "approve", by: "Anna" } },
    ];
    const atBound = play([snapshot(), ...spoken(0, 10), ...answer, ...spoken(10, 400)]);
    expect([atBound.messages.length, atBound.records.length]).toEqual([400, 1]);
    const past = play([...spoken(400, 405), { event: "delta", data: { id: "m405", text: "y" } }], atBound);
    expect([past.messages[0]?.id, past.messages.at(-1)?.id, past.records.length]).toEqual(["m6", "m405", 1]);
    expect(play(spoken(406, 1500), past)).toMatchObject({ messages: { length: 400 }, records: [] });
    const long = said("long", "z".repeat(1_900_000));
    const heavy = play(
      [
        { event: "message", data: long },
        { event: "message", data: { ...long, id: "l2" } },
      ],
      past,
    );
    expect(heavy.messages.map(({ id }) => id)).toEqual(["l2"]);
  });

  it("keep their order when one of them is replaced", () => {
    const state = play([
      snapshot({ messages: [said("m1", "uno"), said("m2", "due")] }),
      { event: "message", data: said("m1", "UNO") },
    ]);
    expect(state.messages.map((message) => message.text)).toEqual(["UNO", "due"]);
  });
});

describe("tool calls", () => {
  it("begin, go on and end in one place", () => {
    const state = play([
      snapshot(),
      { event: "tool", data: tool() },
      { event: "tool", data: tool({ state: "update", output: "ordini" }) },
      { event: "tool", data: tool({ state: "end", output: "ordini, negozi", ms: 120 }) },
    ]);
    expect(state.messages).toEqual([
      {
        id: "tool:t1",
        role: "tool",
        text: "",
        at: "",
        tool: tool({ state: "end", output: "ordini, negozi", ms: 120 }),
      },
    ]);
  });

  it("don't open again after their end", () => {
    const state = play([
      snapshot(),
      { event: "tool", data: tool({ state: "end", output: "fatto", ms: 5 }) },
      { event: "tool", data: tool({ state: "update", output: "a metà" }) },
    ]);
    expect(state.messages[0]?.tool).toEqual(tool({ state: "end", output: "fatto", ms: 5 }));
  });

  it("are one with the message that carries them, whichever comes first", () => {
    const message: ChatMessage = { id: "m7", role: "tool", text: "", at, tool: tool() };
    const toolFirst = play([snapshot(), { event: "tool", data: tool() }, { event: "message", data: message }]);
    const messageFirst = play([snapshot(), { event: "message", data: message }, { event: "tool", data: tool() }]);
    expect(toolFirst.messages).toEqual([message]);
    expect(messageFirst.messages).toEqual([message]);
  });
});

describe("gates", () => {
  const opened: SessionEvent[] = [snapshot({ messages: [said("m1", "Ecco")] }), { event: "gate", data: gate() }];

  it("open, and are replaced by the next one", () => {
    const state = play([...opened, { event: "gate", data: gate({ requestId: "g2", problem: "è cambiato" }) }]);
    expect(state.gate).toEqual(gate({ requestId: "g2", problem: "è cambiato" }));
    expect(state.records).toEqual([]);
  });

  it("leave a record where they were answered", () => {
    const state = play([
      ...opened,
      { event: "gate-closed", data: { requestId: "g1", outcome: "recorded", decision: "approve", by: "Anna" } },
      { event: "message", data: said("m2", "Avanti") },
    ]);
    expect(state.gate).toBeNull();
    expect(state.records).toEqual([
      {
        requestId: "g1",
        phase: "F4",
        outcome: "recorded",
        decision: "approve",
        by: "Anna",
        after: "m1",
      },
    ]);
  });

  it.each(["closed", "lost"] as const)("leave no record when they are only %s, for they come back", (outcome) => {
    const state = play([...opened, { event: "gate-closed", data: { requestId: "g1", outcome } }]);
    expect(state.gate).toBeNull();
    expect(state.records).toEqual([]);
  });

  it("stay open when another one closes", () => {
    const state = play([...opened, { event: "gate-closed", data: { requestId: "other", outcome: "recorded" } }]);
    expect(state.gate).toEqual(gate());
  });

  it("keep their records through a snapshot that still holds the message before", () => {
    const closed = play([...opened, { event: "gate-closed", data: { requestId: "g1", outcome: "aborted" } }]);
    const same = applyEvent(closed, snapshot({ messages: [said("m1", "Ecco")] }));
    const other = applyEvent(closed, snapshot({ messages: [said("x", "altro")] }));
    expect(same.records).toHaveLength(1);
    expect(other.records).toEqual([]);
  });
});

describe("the rest", () => {
  const ask = { requestId: "a1", method: "input", title: "Quale anno?" } as const;

  it("holds plain questions until each is answered, each once", () => {
    const asked = play([snapshot(), { event: "ask", data: ask }, { event: "ask", data: { ...ask, title: "Anno?" } }]);
    expect(asked.asks).toEqual([{ ...ask, title: "Anno?" }]);
    const answered = applyEvent(asked, { event: "ask-closed", data: { requestId: "a1" } });
    expect(answered.asks).toEqual([]);
  });

  it("follows rest, runtime and phase", () => {
    const phase = { code: "F5", index: 5, of: 8, name: "strategia", title: "Strategia", complete: false };
    const state = play([
      snapshot(),
      { event: "rest", data: { reason: "runaway" } },
      { event: "runtime", data: { kind: "pi", state: "idle", since: at } },
      { event: "phase", data: phase },
    ]);
    expect(state).toMatchObject({ rest: { reason: "runaway" }, runtime: { state: "idle" }, phase });
  });

  it("shows why it can't be read until it can", () => {
    const data = { type: "", title: "", status: 504, detail: "lento", instance: "", code: "harness-timeout" };
    expect(play([{ event: "problem", data }])).toMatchObject({ loaded: false, problem: data });
    expect(play([{ event: "problem", data }, snapshot()])).toMatchObject({ loaded: true, problem: null });
    expect(play([snapshot(), { event: "problem", data }, snapshot()]).problem).toEqual(data);
  });

  it("shows a problem until it is put away", () => {
    const data = { type: "", title: "", status: 429, detail: "troppi", instance: "", code: "too_many_agents" };
    const state = play([snapshot(), { event: "problem", data }]);
    expect(state.problem).toEqual(data);
    expect(dismissProblem(state).problem).toBeNull();
    expect(dismissProblem(emptyConversation)).toBe(emptyConversation);
  });
});

describe("a process that is gone", () => {
  it.each([null, { kind: "pi", state: "failed", since: at, error: "uscito con 1" } as const])(
    "marks what it said as ended and takes its questions with it (%j)",
    (runtime) => {
      const state = play([
        snapshot({ asks: [{ requestId: "a1", method: "confirm", title: "Sì?" }] }),
        { event: "delta", data: { id: "m1", text: "a metà" } },
        { event: "runtime", data: runtime },
      ]);
      expect(state.messages).toEqual([
        { id: "m1", role: "assistant", text: "a metà", at: "", streaming: false, ended: true },
      ]);
      expect(state.asks).toEqual([]);
    },
  );

  it("is not there to talk to", () => {
    const states = ["starting", "running", "waiting", "idle", "stopping", "paused", "failed"] as const;
    const live = states.filter((state) => isLive({ kind: "pi", state, since: at }));
    expect(live).toEqual(["starting", "running", "waiting", "idle", "stopping"]);
    expect(isLive(null)).toBe(false);
  });
});

describe("replay", () => {
  const story: SessionEvent[] = [
    snapshot({ messages: [said("m0", "Prima")] }),
    { event: "message", data: said("u1", "Escludi i resi", { role: "user" }) },
    { event: "delta", data: { id: "m1", text: "Va " } },
    { event: "delta", data: { id: "m1", text: "bene" } },
    { event: "message", data: said("m1", "Va bene.") },
    { event: "tool", data: tool() },
    { event: "tool", data: tool({ state: "end", output: "ok", ms: 3 }) },
    { event: "gate", data: gate() },
    { event: "gate-closed", data: { requestId: "g1", outcome: "recorded", decision: "revise" } },
    { event: "delta", data: { id: "m2", text: "Rivedo" } },
    { event: "rest", data: { reason: "settled" } },
    { event: "runtime", data: { kind: "pi", state: "idle", since: at } },
  ];
  const expected = play(story);

  it("of any event but a delta, heard twice, changes nothing", () => {
    const doubled = story.flatMap((event): SessionEvent[] => (event.event === "delta" ? [event] : [event, event]));
    expect(play(doubled)).toEqual(expected);
  });

  it("of the whole from its snapshot ends where the first telling did", () => {
    expect(play(story, expected).messages).toEqual(expected.messages);
  });

  it.each(story.map((_, cut) => cut))(
    "from a snapshot taken after %i events ends where the first telling did",
    (cut) => {
      const { runtime, phase, messages, gate, asks, rest, commands } = play(story.slice(0, cut + 1));
      const taken = snapshot({
        runtime,
        phase,
        messages: [...messages],
        gate,
        asks: [...asks],
        rest,
        commands: [...commands],
      });
      const { records: _, ...seen } = play([taken, ...story.slice(cut + 1)], emptyConversation);
      expect(seen).toEqual({ ...seen, ...pick(expected) });
    },
  );
});

function pick({ runtime, phase, messages, gate, asks, rest }: Conversation) {
  return { runtime, phase, messages, gate, asks, rest };
}
