// Apart from the schemas, for programs that must start at once: no schema is built where none is checked.

/** `document` and `decision` are a workspace session's; the others what was said. */
export const turnRoles = ["user", "assistant", "summary", "document", "decision"] as const;
export type TurnRole = (typeof turnRoles)[number];

export const SEARCH_LIMIT = { default: 20, max: 200 } as const;
