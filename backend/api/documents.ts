import { type Static, Type } from "typebox";
import { Nullable, strict } from "./shapes.ts";

export const DocumentFormat = Type.Union([
  Type.Literal("markdown"),
  Type.Literal("sql"),
  Type.Literal("schema-linking"),
  Type.Literal("decisions"),
  Type.Literal("text"),
]);
export type DocumentFormat = Static<typeof DocumentFormat>;

/**
 * A document of a session, in phase order. `content` is always text: for `decisions` a JSON array of {@link Decision},
 * for `schema-linking` the JSON as written. `bytes` is the size of the whole; past the limit `content` is cut and
 * `truncated` is true. `bytes` and `updated_at` are absent with a foreign harness.
 */
export const SessionDocument = Type.Object({
  phase: Type.String(),
  key: Type.String(),
  title: Type.String(),
  format: DocumentFormat,
  content: Type.String(),
  bytes: Type.Optional(Type.Integer()),
  updated_at: Type.Optional(Type.String()),
  truncated: Type.Optional(Type.Boolean()),
});
export type SessionDocument = Static<typeof SessionDocument>;
export const SessionDocuments = Type.Array(SessionDocument);

/** One record of the ledger `review_decisions.jsonl`; unknown members and decisions are kept. */
export const Decision = Type.Object(
  {
    ts: Type.String(),
    phase: Type.String(),
    decision: Type.String(),
    note: Type.Optional(Nullable(Type.String())),
    by: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);
export type Decision = Static<typeof Decision>;

export const DocumentsQuery = Type.Object(
  { all: Type.Optional(Type.Union([Type.Literal("0"), Type.Literal("1")])) },
  strict,
);
export const DocumentParams = Type.Object({
  id: Type.String(),
  key: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" }),
});
