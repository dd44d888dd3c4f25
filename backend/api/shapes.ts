import { type TSchema, Type } from "typebox";

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Of what is sent to the server: a member that is not documented is refused. */
export const strict = { additionalProperties: false } as const;
