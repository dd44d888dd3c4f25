import { type Static, Type } from "typebox";

/**
 * Every problem the server can answer with, and its HTTP status. The page words them by code; `docs/problems.md`
 * explains each. Snake case where the name is also a state or comes from the harness, kebab case otherwise.
 */
export const problemStatus = {
  "invalid-request": 400,
  "invalid-id": 400,
  "invalid-name": 400,
  "invalid-question": 400,
  "invalid-document": 400,
  "invalid-note": 400,
  unknown_command: 400,
  conflict: 400,
  "ambiguous-session": 400,
  unauthorized: 401,
  "origin-refused": 403,
  "needs-person": 403,
  "route-not-found": 404,
  "session-not-found": 404,
  "document-not-found": 404,
  "workspace-not-found": 404,
  "terminal-not-found": 404,
  archived: 409,
  finalized: 409,
  already_running: 409,
  stopping: 409,
  "read-only": 409,
  "wrong-phase": 409,
  "not-complete": 409,
  gate_closed: 409,
  gate_open: 409,
  "document-changed": 409,
  not_running: 409,
  "terminal-empty": 409,
  "session-gone": 409,
  "fork-unsupported": 409,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  "wrong-host": 421,
  unreadable: 422,
  "query-refused": 422,
  "query-failed": 422,
  locked: 423,
  "agent-not-installed": 424,
  too_many_agents: 429,
  "internal-error": 500,
  "write-failed": 500,
  "not-supported": 501,
  "harness-missing": 502,
  "harness-failed": 502,
  "agent-failed": 502,
  "shutting-down": 503,
  "harness-timeout": 504,
  "query-timeout": 504,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** RFC 9457 problem details, media type `application/problem+json`. `code` is for programs, `detail` for people. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String(),
    hint: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);
export type Problem = Static<typeof Problem>;
