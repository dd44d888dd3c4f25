import { type Static, Type } from "typebox";
import { problemStatus } from "./problem-status.ts";

export { problemStatus };
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
