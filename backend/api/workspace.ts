import { type Static, Type } from "typebox";
import { strict } from "./shapes.ts";

export const WorkflowDocument = Type.Object(
  {
    key: Type.String(),
    title: Type.String(),
    format: Type.String(),
    intermediate: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
);
export const WorkflowPhase = Type.Object({
  code: Type.String(),
  name: Type.String(),
  title: Type.String(),
  gate: Type.Union([Type.Literal("person"), Type.Literal("auto")]),
  documents: Type.Array(WorkflowDocument),
});
export type WorkflowPhase = Static<typeof WorkflowPhase>;

/** What a harness may lack. Each is told on the page where it would be used. */
export const Capability = Type.Union([
  Type.Literal("new"),
  Type.Literal("chat"),
  Type.Literal("decide"),
  Type.Literal("fork"),
  Type.Literal("status"),
  Type.Literal("original-documents"),
]);
export type Capability = Static<typeof Capability>;

/**
 * `GET /workspace`: what the page has to know before it draws. `foreign`: the harness has only the basic commands;
 * `missing` says which abilities it lacks. `warehouse`: questions
 * can be answered from data; false only where the harness says that none is set. `created`: this server just made the demo workspace. Ids of models are
 * `provider/model`; `offline` marks the rule-based one.
 */
export const Workspace = Type.Object({
  name: Type.String(),
  path: Type.String(),
  author: Type.String(),
  version: Type.String(),
  created: Type.Boolean(),
  phases: Type.Array(WorkflowPhase),
  model: Type.Object({ id: Type.String(), offline: Type.Boolean() }),
  foreign: Type.Boolean(),
  missing: Type.Array(Capability),
  warehouse: Type.Boolean(),
  maxAgents: Type.Integer(),
});
export type Workspace = Static<typeof Workspace>;

export const Login = Type.Object({ token: Type.String({ maxLength: 512 }) }, strict);
export type Login = Static<typeof Login>;
export const Health = Type.Object({ status: Type.Literal("ok") });
