// Apart from the schemas, for programs that must start at once: no schema is built where none is checked.

/** The rule of `tht`: letters, digits, dot, dash, underscore; no `..`; at most 128 characters. */
export const SESSION_ID = "^(?!.*\\.\\.)[A-Za-z0-9][A-Za-z0-9._-]{0,127}$";
