import { type Static, Type } from "typebox";
import { SESSION_ID } from "./session-id.ts";
import { Nullable, strict } from "./shapes.ts";

export { SESSION_ID };
export const SessionId = Type.String({ pattern: SESSION_ID });
export const SessionParams = Type.Object({ id: SessionId });

export const SessionStatus = Type.Union([Type.Literal("open"), Type.Literal("closed"), Type.Literal("finalized")]);
export type SessionStatus = Static<typeof SessionStatus>;

export const PhaseNext = Type.Union([Type.Literal("work"), Type.Literal("gate"), Type.Literal("done")]);
export type PhaseNext = Static<typeof PhaseNext>;

/** Where a session stands, folded from its ledger: phase `index` of `of`. `next` is absent with a foreign harness. */
export const Phase = Type.Object(
  {
    code: Type.String(),
    index: Type.Integer(),
    of: Type.Integer(),
    name: Type.String(),
    title: Type.String(),
    complete: Type.Boolean(),
    next: Type.Optional(PhaseNext),
  },
  { additionalProperties: true },
);
export type Phase = Static<typeof Phase>;

/** The phase as `session show` gives it: also why, what the reviewer asked, which documents it needs, records so far. */
export const PhaseDetail = Type.Object(
  {
    ...Phase.properties,
    reason: Type.Optional(Type.String()),
    note: Type.Optional(Nullable(Type.String())),
    needs: Type.Optional(Type.Array(Type.String())),
    decisions: Type.Optional(Type.Integer()),
  },
  { additionalProperties: true },
);
export type PhaseDetail = Static<typeof PhaseDetail>;

/** `warning` changes nothing (ledger lines that were skipped); `error` means no readable manifest. */
export const SessionProblem = Type.Object({
  code: Type.String(),
  message: Type.String(),
  severity: Type.Union([Type.Literal("warning"), Type.Literal("error")]),
});
export type SessionProblem = Static<typeof SessionProblem>;

export const RuntimeState = Type.Union([
  Type.Literal("starting"),
  Type.Literal("running"),
  Type.Literal("waiting"),
  Type.Literal("paused"),
  Type.Literal("idle"),
  Type.Literal("stopping"),
  Type.Literal("failed"),
]);
export type RuntimeState = Static<typeof RuntimeState>;

/** The agent at work on a session. `paused`: a gate is open and no process asks it. `error` says why it failed. */
export const Runtime = Type.Object({
  kind: Type.Union([Type.Literal("pi"), Type.Literal("terminal")]),
  state: RuntimeState,
  since: Type.String(),
  terminal: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});
export type Runtime = Static<typeof Runtime>;

/** One row of the rail. A session whose manifest can't be read has its `id`, nulls, and a `problem`. */
export const SessionSummary = Type.Object({
  id: Type.String(),
  name: Nullable(Type.String()),
  question: Nullable(Type.String()),
  summary: Nullable(Type.String()),
  status: Nullable(SessionStatus),
  author: Nullable(Type.String()),
  created_at: Nullable(Type.String()),
  updated_at: Nullable(Type.String()),
  activity_at: Nullable(Type.String()),
  archived: Type.Boolean(),
  group: Nullable(Type.String()),
  phase: Nullable(Phase),
  resumable: Type.Boolean(),
  problem: Nullable(SessionProblem),
  unread: Type.Boolean(),
  runtime: Nullable(Runtime),
});
export type SessionSummary = Static<typeof SessionSummary>;
export const SessionList = Type.Array(SessionSummary);

/** `GET /sessions/:id`: the manifest's own fields (unknown ones too) and what is computed from the folder. */
export const SessionDetail = Type.Object(
  {
    id: Type.String(),
    name: Type.Optional(Nullable(Type.String())),
    question: Type.Optional(Nullable(Type.String())),
    summary: Type.Optional(Nullable(Type.String())),
    status: Type.Optional(Nullable(SessionStatus)),
    author: Type.Optional(Nullable(Type.String())),
    created_at: Type.Optional(Nullable(Type.String())),
    updated_at: Type.Optional(Nullable(Type.String())),
    activity_at: Type.Optional(Nullable(Type.String())),
    archived: Type.Optional(Type.Boolean()),
    group: Type.Optional(Nullable(Type.String())),
    phase: Type.Optional(Nullable(PhaseDetail)),
    has_schema_linking: Type.Optional(Type.Boolean()),
    resumable: Type.Boolean(),
    problem: Nullable(SessionProblem),
    /** Only where the manifest can't be read: the folder, so that a person can mend it. */
    path: Type.Optional(Type.String()),
    documents: Type.Optional(
      Type.Array(
        Type.Object({ key: Type.String(), phase: Type.String(), bytes: Type.Integer(), updated_at: Type.String() }),
      ),
    ),
    forked_from: Type.Optional(
      Nullable(Type.Object({ id: Type.String(), at: Nullable(Type.String()) }, { additionalProperties: true })),
    ),
    unread: Type.Boolean(),
    runtime: Nullable(Runtime),
  },
  { additionalProperties: true },
);
export type SessionDetail = Static<typeof SessionDetail>;

export const ListQuery = Type.Object({ ids: Type.Optional(Type.String({ maxLength: 65_536 })) }, strict);
export const NewSession = Type.Object(
  { question: Type.String(), name: Type.Optional(Type.String()), group: Type.Optional(Type.String()) },
  strict,
);
export type NewSession = Static<typeof NewSession>;
export const Rename = Type.Object({ name: Type.String() }, strict);
export const SetGroup = Type.Object({ group: Type.String() }, strict);
export const Fork = Type.Object({ at: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }, strict);
export type Fork = Static<typeof Fork>;
/** `unread: true` is a person's own wish: what happened after `at` is to be read again. */
export const Seen = Type.Object({ at: Type.String(), unread: Type.Optional(Type.Boolean()) }, strict);
/** Routes without arguments take no body, or an empty object. */
export const NoBody = Type.Optional(Type.Union([Type.Object({}, strict), Type.Null()]));
