import { createRequire } from "node:module";
import { join } from "node:path";
import { lstatSync, readFileSync } from "./fs.ts";
import { systemCode } from "./problem.ts";
import type { KnownYaml } from "./yaml-parsing.ts";

// Beside the compile cache and for the same reason: loading a YAML parser takes as long as all the rest of
// `tht session list`, and workspaces and workflows hardly ever change.
const FOLDER = join(import.meta.dirname, "..", "node_modules", ".cache", "yaml");
const SLOTS = 64;
/** The files that decide what a text means. What was read before one of them changed is read again. */
const RULES = ["manifest/yaml-schema.ts", "workflow.ts", "workspace.ts"];

/**
 * What `check` makes of a YAML text, read as PyYAML's `safe_load` does. Throws where it is no YAML, and what `check`
 * throws. Whoever asks for the same `kind` gives the same `check`.
 */
export function readYaml<T>(kind: string, text: string, check: (value: unknown) => T, folder = FOLDER): T {
  const path = join(folder, `${slotOf(text)}.json`);
  const rules = RULES.map((file) => lstatSync(join(import.meta.dirname, file)).mtimeMs).join();
  const known = readKnown<T>(path, { rules, kind, text });
  if (known) return known.value;
  const require = createRequire(import.meta.url);
  const { parse, keep } = require("./yaml-parsing.ts") as typeof import("./yaml-parsing.ts");
  const value = check(parse(text));
  keep(path, { rules, kind, text, value });
  return value;
}

/** Texts that share a slot take each other's place, so that nothing grows. A few of the characters will do. */
function slotOf(text: string): number {
  let hash = text.length;
  for (let index = 0; index < text.length; index += 11) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return (hash >>> 0) % SLOTS;
}

function readKnown<T>(path: string, asked: Omit<KnownYaml, "value">): KnownYaml<T> | null {
  try {
    const known = JSON.parse(readFileSync(path, "utf8")) as Partial<KnownYaml<T>> | null;
    const isIt = known?.text === asked.text && known.kind === asked.kind && known.rules === asked.rules;
    return isIt && "value" in known ? (known as KnownYaml<T>) : null;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error)) return null;
    throw error;
  }
}
