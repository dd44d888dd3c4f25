import { type Static, Type } from "typebox";
import { PhaseDetail, Runtime } from "./sessions.ts";
import { Nullable, strict } from "./shapes.ts";

export const GateDecision = Type.Union([Type.Literal("approve"), Type.Literal("revise"), Type.Literal("rollback")]);
export type GateDecision = Static<typeof GateDecision>;

/** A tool call of the agent. `args` and `output` are text, `output` bounded to 64 KiB; `ms` is its duration. */
export const ToolCall = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: Type.Union([Type.Literal("start"), Type.Literal("update"), Type.Literal("end")]),
  args: Type.Unknown(),
  output: Type.Optional(Type.String()),
  ms: Type.Optional(Type.Number()),
  error: Type.Optional(Type.Boolean()),
});
export type ToolCall = Static<typeof ToolCall>;

/**
 * One entry of the conversation, whole and authoritative. `role: tool` carries `tool` and an empty text; `notice` is the
 * server's own word, `code` its kind (`resumed`, `retrying`, `model-error`, `runaway`). `streaming`: deltas may follow. `ended`: it
 * belongs to a process that is gone. `error`: it failed, or a person's message that never reached the agent.
 */
export const ChatMessage = Type.Object({
  id: Type.String(),
  role: Type.Union([Type.Literal("user"), Type.Literal("assistant"), Type.Literal("tool"), Type.Literal("notice")]),
  text: Type.String(),
  at: Type.String(),
  tool: Type.Optional(ToolCall),
  code: Type.Optional(Type.String()),
  streaming: Type.Optional(Type.Boolean()),
  ended: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.Boolean()),
});
export type ChatMessage = Static<typeof ChatMessage>;

/**
 * The question to the reviewer. `requestId` begins with `srv-` where the server asks it and no process does; `paused`:
 * no process is there to hear the answer, which is recorded all the same and resumes the session.
 */
export const Gate = Type.Object({
  requestId: Type.String(),
  phase: Type.String(),
  index: Type.Integer(),
  of: Type.Integer(),
  name: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  documents: Type.Array(Type.Object({ key: Type.String(), bytes: Type.Integer(), updated_at: Type.String() })),
  options: Type.Array(GateDecision),
  rollbackTo: Type.Array(Type.String()),
  suggest: Nullable(Type.Object({ decision: GateDecision, to: Type.Optional(Nullable(Type.String())) })),
  since: Type.String(),
  paused: Type.Boolean(),
  problem: Type.Optional(Type.String()),
});
export type Gate = Static<typeof Gate>;

export const GateOutcome = Type.Union([
  Type.Literal("recorded"),
  Type.Literal("aborted"),
  Type.Literal("closed"),
  Type.Literal("lost"),
]);
export const GateClosed = Type.Object({
  requestId: Type.String(),
  outcome: GateOutcome,
  decision: Type.Optional(GateDecision),
  by: Type.Optional(Type.String()),
});
export type GateClosed = Static<typeof GateClosed>;

/** A plain question of an extension (select, confirm, input): not a gate, nothing is recorded. */
export const Ask = Type.Object({
  requestId: Type.String(),
  method: Type.Union([Type.Literal("select"), Type.Literal("confirm"), Type.Literal("input")]),
  title: Type.String(),
  message: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.String())),
  placeholder: Type.Optional(Type.String()),
});
export type Ask = Static<typeof Ask>;

/** The run came to rest although there is work: the page offers to go on. */
export const Rest = Type.Object({
  reason: Type.Union([
    Type.Literal("settled"),
    Type.Literal("runaway"),
    Type.Literal("aborted"),
    Type.Literal("model-error"),
  ]),
  detail: Type.Optional(Type.String()),
});
export type Rest = Static<typeof Rest>;

export const SlashCommand = Type.Object({
  name: Type.String(),
  description: Type.String(),
  argumentHint: Type.Optional(Type.String()),
});
export type SlashCommand = Static<typeof SlashCommand>;

/** What a subscriber of `session:<id>` gets first. */
export const ChatSnapshot = Type.Object({
  runtime: Nullable(Runtime),
  phase: Nullable(PhaseDetail),
  messages: Type.Array(ChatMessage),
  gate: Nullable(Gate),
  asks: Type.Array(Ask),
  rest: Nullable(Rest),
  commands: Type.Array(SlashCommand),
});
export type ChatSnapshot = Static<typeof ChatSnapshot>;

export const ResumeAnswer = Type.Object({ runtime: Runtime });
export const Decide = Type.Object(
  {
    phase: Type.String(),
    decision: GateDecision,
    note: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
    requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  strict,
);
export type Decide = Static<typeof Decide>;
export const Prompt = Type.Object({ text: Type.String({ minLength: 1, maxLength: 200_000 }) }, strict);
export const AskAnswer = Type.Object(
  {
    requestId: Type.String(),
    value: Type.Optional(Type.String({ maxLength: 20_000 })),
    confirmed: Type.Optional(Type.Boolean()),
    cancelled: Type.Optional(Type.Literal(true)),
  },
  strict,
);
export type AskAnswer = Static<typeof AskAnswer>;
