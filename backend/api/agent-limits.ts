// Apart from the schemas, for a page that needs only these.

/** What an agent's id looks like. */
export const AGENT_ID = "^[a-z][a-z0-9-]{0,63}$";

/** Characters of a context that is handed over. */
export const CONTEXT_CHARS = { default: 36_000, max: 120_000 } as const;
