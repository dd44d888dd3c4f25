import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { accessVariables, mayReadFiles, providerOf } from "./model-providers.ts";

/**
 * What a model's provider can be reached with, told without trying it: variables that are set, a file of Pi's that names
 * the provider, perhaps files in the user's folder, or nothing. `variables` are those that would do.
 */
export type ModelAccess =
  | { by: "variables"; set: readonly string[] }
  | { by: "file"; file: string }
  | { by: "home"; variables: readonly string[] }
  | { by: "nothing"; variables: readonly string[] };

/** `model` is `provider/model`; `dir` is Pi's own folder. */
export async function findModelAccess(model: string, dir: string, env: NodeJS.ProcessEnv): Promise<ModelAccess> {
  const provider = providerOf(model);
  const variables = accessVariables(provider);
  const set = variables.filter((name) => env[name]);
  if (set.length > 0) return { by: "variables", set };
  const models = join(dir, "models.json");
  if (names((await readMembers(models)).providers, provider)) return { by: "file", file: models };
  const logins = join(dir, "auth.json");
  if (names(await readMembers(logins), provider)) return { by: "file", file: logins };
  return { by: mayReadFiles(provider) ? "home" : "nothing", variables };
}

function names(members: unknown, provider: string): boolean {
  return typeof members === "object" && members !== null && Object.hasOwn(members, provider);
}

/** Whether Pi can read its files is told when it starts; here one that can't be read names nothing. */
async function readMembers(file: string): Promise<{ providers?: unknown }> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
