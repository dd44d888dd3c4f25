import type { Options } from "../arguments.ts";

/** Which documents, and how much of each. */
export const DOCUMENT_OPTIONS = {
  all: { type: "flag", help: "The intermediate documents too" },
  "max-bytes": {
    type: "number",
    value: "N",
    min: 0,
    max: 2 ** 40,
    fallback: 1024 * 1024,
    help: "Cut each document after so many bytes, at a character; 0 for no limit",
  },
} as const satisfies Options;
