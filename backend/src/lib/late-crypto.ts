/**
 * `node:crypto`, loaded at its first use: a question on the command line that needs none of it would wait for it longer
 * than for all else that it needs of Node.
 */
export const lateCrypto = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");
