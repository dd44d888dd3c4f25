import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

export const VERSION = manifest.version;

/** What a caller may count on beyond the basic session commands. */
export const CAPABILITIES = [
  "config",
  "new",
  "status",
  "put",
  "decide",
  "decide-key",
  "decide-expect",
  "fork",
  "original-documents",
  "bulk-documents",
  "by",
  "json-errors",
  "dwh",
  "model-serve",
  "workspace-init",
];
