import { type Static, Type } from "typebox";
import { Ask, ChatMessage, ChatSnapshot, Gate, GateClosed, Rest, ToolCall } from "./chat.ts";
import { Problem } from "./problem.ts";
import { PhaseDetail, Runtime } from "./sessions.ts";
import { Nullable, strict } from "./shapes.ts";
import { Workspace } from "./workspace.ts";

/** `events`, or `session:<id>`. */
export const Topic = Type.String({ maxLength: 200, pattern: "^(events|session:.+)$" });

/** What a page sends. `after` is the last frame id it saw; without it, or with one of another epoch, it gets a snapshot. */
export const ClientFrame = Type.Union([
  Type.Object(
    { type: Type.Literal("subscribe"), topic: Topic, after: Type.Optional(Type.String({ maxLength: 100 })) },
    strict,
  ),
  Type.Object({ type: Type.Literal("unsubscribe"), topic: Topic }, strict),
]);
export type ClientFrame = Static<typeof ClientFrame>;

/** What the server sends. `id` is `<epoch>-<n>`, n rising within a topic. */
export const ServerFrame = Type.Object({
  topic: Type.String(),
  id: Type.String(),
  event: Type.String(),
  data: Type.Unknown(),
});
export type ServerFrame = Static<typeof ServerFrame>;

/** Events of the topic `events`. Its snapshot only says that the past is unknown: fetch what is shown anew. */
export const GlobalEvents = {
  snapshot: Type.Object({ workspace: Workspace }),
  sessions: Type.Object({ ids: Type.Array(Type.String()) }),
  runtime: Type.Object({ id: Type.String(), runtime: Nullable(Runtime) }),
  terminals: Type.Object({ ids: Type.Array(Type.String()) }),
  index: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  workspace: Workspace,
} as const;
export type GlobalEvent = {
  [E in keyof typeof GlobalEvents]: { event: E; data: Static<(typeof GlobalEvents)[E]> };
}[keyof typeof GlobalEvents];

/** Events of the topic `session:<id>`. */
export const SessionEvents = {
  snapshot: ChatSnapshot,
  message: ChatMessage,
  delta: Type.Object({ id: Type.String(), text: Type.String() }),
  tool: ToolCall,
  gate: Gate,
  "gate-closed": GateClosed,
  ask: Ask,
  "ask-closed": Type.Object({ requestId: Type.String() }),
  rest: Nullable(Rest),
  runtime: Nullable(Runtime),
  phase: Nullable(PhaseDetail),
  problem: Problem,
} as const;
export type SessionEvent = {
  [E in keyof typeof SessionEvents]: { event: E; data: Static<(typeof SessionEvents)[E]> };
}[keyof typeof SessionEvents];
