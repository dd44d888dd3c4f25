import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseYaml } from "./manifest/yaml-schema.ts";
import { systemCode } from "./problem.ts";

/** A YAML text and what it says, by which rules, to those who read it for `kind`. */
export interface KnownYaml<T = unknown> {
  rules: string;
  kind: string;
  text: string;
  value: T;
}

/** The value of a YAML text; throws where it is no YAML. @public because `require` loads it. */
export function parse(text: string): unknown {
  const document = parseYaml(text);
  if (document.errors[0]) throw document.errors[0];
  return document.toJS();
}

/** Keeps what is known of a text in a file, for the next process. @public because `require` loads it. */
export function keep(path: string, known: KnownYaml): void {
  const json = faithfulJson(known);
  if (json === null) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, json);
    renameSync(temporary, path);
  } catch (error) {
    // An installation that others own, a full disk: it goes on without.
    if (!systemCode(error)) throw error;
    rmSync(temporary, { force: true });
  }
}

/** Null where JSON would not give back the same value: numbers that are endless, too big, or none. */
function faithfulJson(known: KnownYaml): string | null {
  try {
    const json = JSON.stringify(known);
    return isDeepStrictEqual(JSON.parse(json), known) ? json : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
