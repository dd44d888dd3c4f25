import { expect, test } from "vitest";
import type { Message } from "./conversation.ts";
import { type Move, next } from "./next.ts";

const TOOLS = ["read", "tht", "gate"].map((name) => ({ function: { name } }));
const SYSTEM: Message = {
  role: "system",
  content:
    "<skill><name>thothii</name><location>/skill/SKILL.md</location></skill> This process works on ThothII session `s1` only.",
};
const OPENING: Message = {
  role: "user",
  content: [{ type: "text", text: "Inizia il lavoro sulla sessione ThothII `s1`." }],
};

const phase = (code: string, state: object = {}) => ({
  code,
  index: Number(code.slice(1)),
  of: 8,
  title: code,
  complete: false,
  next: "work",
  reason: "missing",
  note: null,
  needs: ["context"],
  ...state,
});
const show = (state: object, question = "Fatturato per regione") =>
  JSON.stringify({ question, documents: [], phase: state });

/** A conversation that grows: each result answers the move the model made before it. */
function converse(...results: string[]) {
  const messages: Message[] = [SYSTEM, OPENING];
  const moves: Move[] = [next(messages, TOOLS)];
  for (const result of results) {
    answerLast(messages, moves.at(-1), result);
    moves.push(next(messages, TOOLS));
  }
  return { messages, moves, last: moves.at(-1) as Move };
}

function answerLast(messages: Message[], move: Move | undefined, result: string): void {
  if (!move?.call) throw new Error(`the model said: ${move?.say}`);
  const id = `call_${messages.length}`;
  const called = { name: move.call.name, arguments: JSON.stringify(move.call.arguments) };
  messages.push({ role: "assistant", content: move.say ?? null, tool_calls: [{ id, function: called }] });
  messages.push({ role: "tool", tool_call_id: id, content: result });
}

const SKILL = "name: thothii";

test("begins with the skill, then the state, then the work or the gate", () => {
  const { moves } = converse(SKILL, show(phase("F1", { next: "gate", reason: "present", needs: ["question"] })));
  expect(moves[0]?.call).toEqual({ name: "read", arguments: { path: "/skill/SKILL.md" } });
  expect(moves[1]?.call).toEqual({ name: "tht", arguments: { args: ["session", "show"] } });
  expect(moves[2]?.call).toMatchObject({ name: "gate", arguments: { phase: "F1" } });
});

test("without a conversation the documents are read before anything is done", () => {
  const { last } = converse(SKILL, show(phase("F2", { next: "gate", reason: "present" })));
  expect(last.call).toEqual({ name: "tht", arguments: { args: ["session", "documents", "--all"] } });
});

test("a step that failed twice is not tried again: it says why, and goes on when the user asks", () => {
  const state = show(phase("F1", { needs: ["question"], reason: "revise", note: "per regione intendo città" }));
  const { messages, last } = converse(SKILL, state, "write-failed: the disk is full", "write-failed: the disk is full");
  expect(last.call).toBeUndefined();
  expect(last.say).toContain("«session put question» non è riuscito due volte. Causa: write-failed: the disk is full");
  messages.push({ role: "assistant", content: last.say }, { role: "user", content: "riprova" });
  const retried = next(messages, TOOLS);
  expect(retried.call?.arguments).toEqual({ args: ["session", "show"] });
  answerLast(messages, retried, state);
  expect(next(messages, TOOLS).call?.arguments).toMatchObject({ args: ["session", "put", "question"] });
});

test("a state that cannot be read twice stops it too", () => {
  const { last } = converse(SKILL, "tht session show failed: locked", "tht session show failed: locked");
  expect(last).toEqual({ say: expect.stringContaining("locked") });
});

test("a message in between makes it look at the state again", () => {
  const { messages } = converse(SKILL, show(phase("F1", { next: "gate", needs: ["question"] })));
  messages.push({ role: "user", content: "aspetta, che cosa stai facendo?" });
  expect(next(messages, TOOLS)).toMatchObject({ say: expect.stringContaining("Ricevuto"), call: { name: "tht" } });
});

test("a wish to go back is proposed at the gate, not done", () => {
  const { messages } = converse(SKILL);
  messages.push({ role: "user", content: "Vorrei tornare alla fase F2" });
  answerLast(messages, next(messages, TOOLS), show(phase("F5", { next: "gate", needs: ["strategy"] })));
  expect(next(messages, TOOLS).call).toMatchObject({
    name: "gate",
    arguments: { phase: "F5", suggest: { decision: "rollback", to: "F2" } },
  });
});

test("a gate closed without a decision is waited out; one refused twice is given up", () => {
  const present = show(phase("F1", { next: "gate", needs: ["question"] }));
  const closed = converse(SKILL, present, "gate: closed without an answer: no decision was recorded.");
  expect(closed.last).toEqual({ say: expect.stringContaining("niente è stato registrato") });
  const refused = converse(
    SKILL,
    present,
    "gate: the current phase is F2, not F1.",
    present,
    "gate: the current phase is F2, not F1.",
  );
  expect(refused.last).toEqual({ say: expect.stringContaining("«gate» non è riuscito due volte") });
});

test("a workflow with documents it does not know is refused by name", () => {
  const { last } = converse(SKILL, show(phase("F1", { needs: ["business_case"] })));
  expect(last.say).toContain("non sa scrivere «business_case»");
});

test("a request without tools is a compaction: the summary keeps the session's id", () => {
  const { messages } = converse(SKILL);
  expect(next(messages, []).say).toContain("ThothII session `s1`");
  const compacted: Message[] = [SYSTEM, { role: "user", content: next(messages, []).say }];
  expect(next(compacted, TOOLS).call).toMatchObject({ name: "read" });
});

test("answers in the language of the question, whatever the opening message speaks", () => {
  const { last } = converse(
    SKILL,
    show(phase("F1", { next: "gate", needs: ["question"] }), "What is the revenue by region?"),
  );
  expect(last.call?.arguments.summary).toContain("I read it as: Revenue by region.");
});

test("without a session there is nothing to do", () => {
  expect(next([{ role: "user", content: "ciao" }], TOOLS)).toEqual({ say: expect.stringContaining("sessione") });
});
