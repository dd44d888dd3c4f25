import { type Static, Type } from "typebox";
import { AgentName } from "./agents.ts";
import { type TurnRole as Role, SEARCH_LIMIT, turnRoles } from "./search-terms.ts";
import { Nullable, strict } from "./shapes.ts";

// Of a list made by `map` the union would be typed as nothing.
export const TurnRole = Type.Unsafe<Role>(Type.Union(turnRoles.map((role) => Type.Literal(role))));
export type TurnRole = Role;

/** `any` joins the words by OR; `archived=false` leaves archived workspace sessions out; `scope=all` searches every project. */
export const SearchParams = Type.Object(
  {
    q: Type.String({ maxLength: 10_000 }),
    role: Type.Optional(TurnRole),
    sinceDays: Type.Optional(Type.Number({ minimum: 0, maximum: 36_500 })),
    session: Type.Optional(Type.String({ maxLength: 512 })),
    agent: Type.Optional(AgentName),
    any: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
    scope: Type.Optional(Type.Union([Type.Literal("project"), Type.Literal("all")])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SEARCH_LIMIT.max })),
  },
  strict,
);
export type SearchParams = Static<typeof SearchParams>;

/** A passage in pieces; `hit` marks what matched. */
export const Snippet = Type.Array(Type.Object({ text: Type.String(), hit: Type.Boolean() }));
export type Snippet = Static<typeof Snippet>;

/** A hit in what an agent's session is called is in nobody's words. */
export const HitRole = Type.Unsafe<Role | "title">(
  Type.Union([...turnRoles, "title" as const].map((role) => Type.Literal(role))),
);
export type HitRole = Static<typeof HitRole>;

/**
 * A turn that was found; or with the role `title` a session by what it is called: `seq` is then 0, and `ts` when
 * something was said there last. `ts` is ISO 8601 UTC or null, `seq` the turn's place in its session from 0, `project` the folder
 * the session ran in, `gone` that its file is no longer there, `document` the key of the document a `document` turn is,
 * `resume` the argument list that resumes the session, where there is one. A higher `score` is better.
 */
export const Hit = Type.Object({
  agent: AgentName,
  sessionId: Type.String(),
  title: Nullable(Type.String()),
  role: HitRole,
  ts: Nullable(Type.String()),
  seq: Type.Integer(),
  document: Nullable(Type.String()),
  archived: Type.Boolean(),
  project: Nullable(Type.String()),
  snippet: Snippet,
  score: Type.Number(),
  gone: Type.Boolean(),
  resume: Nullable(Type.Array(Type.String())),
});
export type Hit = Static<typeof Hit>;

/** How far a first or renewed index has come, in files. */
export const Indexing = Type.Object({ done: Type.Integer(), total: Type.Integer() });
export type Indexing = Static<typeof Indexing>;

/** A store that could not be read: what it is, and why. */
export const StoreProblem = Type.Object({ agent: AgentName, path: Type.String(), detail: Type.String() });
export type StoreProblem = Static<typeof StoreProblem>;

/**
 * `took_ms` is the server's time in milliseconds. `indexing` is null when the index is complete. `stale`: another
 * program is writing the index, and this is what was there. `notice` says what a person could do (nothing is indexed, search is
 * switched off, a query without words); null otherwise.
 */
export const SearchAnswer = Type.Object({
  hits: Type.Array(Hit),
  took_ms: Type.Number(),
  indexing: Nullable(Indexing),
  stale: Type.Boolean(),
  notice: Nullable(
    Type.Object({
      code: Type.Union([
        Type.Literal("no-words"),
        Type.Literal("nothing-indexed"),
        Type.Literal("switched-off"),
        Type.Literal("no-hits"),
        Type.Literal("not-writable"),
      ]),
      text: Type.String(),
    }),
  ),
  problems: Type.Array(StoreProblem),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

export const TranscriptParams = Type.Object({ agent: AgentName, id: Type.String({ minLength: 1, maxLength: 512 }) });
export const TranscriptRange = Type.Object(
  {
    around: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  strict,
);
export type TranscriptRange = Static<typeof TranscriptRange>;

export const Turn = Type.Object({
  seq: Type.Integer(),
  ts: Nullable(Type.String()),
  role: TurnRole,
  text: Type.String(),
  document: Nullable(Type.String()),
});
export type Turn = Static<typeof Turn>;

/** What is known of a session besides what was said; `resume` is the argument list that resumes it. */
const TranscriptHead = Type.Object({
  agent: AgentName,
  sessionId: Type.String(),
  title: Nullable(Type.String()),
  project: Nullable(Type.String()),
  startedAt: Nullable(Type.String()),
  gone: Type.Boolean(),
  archived: Type.Boolean(),
  resume: Nullable(Type.Array(Type.String())),
});
export type TranscriptHead = Static<typeof TranscriptHead>;

/** Turns of one session; `before` and `after` count those on either side that are not in `turns`. */
export const Transcript = Type.Object({
  ...TranscriptHead.properties,
  turns: Type.Array(Turn),
  before: Type.Integer(),
  after: Type.Integer(),
});
export type Transcript = Static<typeof Transcript>;

/** What one agent's part of the index holds. */
export const IndexedAgent = Type.Object({
  agent: AgentName,
  sessions: Type.Integer(),
  turns: Type.Integer(),
  gone: Type.Integer(),
  newest: Nullable(Type.String()),
});
/** The agents that something is indexed of, in the project or everywhere, and of how many sessions. */
export const SearchedAgents = Type.Object({
  agents: Type.Array(Type.Object({ agent: AgentName, sessions: Type.Integer() })),
});
export type SearchedAgents = Static<typeof SearchedAgents>;
export const SearchedScope = Type.Object({ scope: SearchParams.properties.scope }, strict);

/** `database` in bytes. */
export const SearchStatus = Type.Object({
  file: Type.String(),
  bytes: Type.Integer(),
  enabled: Type.Boolean(),
  projects: Type.Array(Type.String()),
  agents: Type.Array(IndexedAgent),
  problems: Type.Array(StoreProblem),
});
export type SearchStatus = Static<typeof SearchStatus>;
