import { stat } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { type Config, typedHarness } from "./config.ts";
import { allowedEnvironment } from "./lib/environment.ts";

/** A reason not to start, worded for the person at the terminal. */
export class StartError extends Error {
  override name = "StartError";
}

const INIT_TIMEOUT_MS = 120_000;

/** Makes the demo workspace where there is none yet; answers whether it did. */
export async function ensureWorkspace(config: Config, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { workspace, tht } = config;
  if (await exists(join(workspace, "workspace.yaml"))) return false;
  const init = initCommand(config);
  if (await exists(workspace))
    throw new StartError(
      `${workspace} is there but has no workspace.yaml, so it is no workspace.\n` +
        `To make it one: ${init}\nOr name another with --workspace DIR.`,
    );
  const [program = "", ...first] = tht;
  const result = await execa(program, [...first, "workspace", "init", workspace, "--demo"], {
    env: allowedEnvironment(env),
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: INIT_TIMEOUT_MS,
  });
  if (result.failed || !(await exists(join(workspace, "workspace.yaml"))))
    throw new StartError(
      `There is no workspace at ${workspace}, and the harness could not make one.\n` +
        `${result.stderr || result.shortMessage || "It said nothing."}\nTo see more: ${init} --demo`,
    );
  return true;
}

/** What to type to make the workspace. */
export function initCommand({ tht, workspace }: Pick<Config, "tht" | "workspace">): string {
  return `${typedHarness(tht)} workspace init ${workspace}`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case "ENOENT":
        return false;
      case "ENOTDIR":
        throw new StartError(`${path} can't be: a part of that path is a file.\nName a folder with --workspace DIR.`);
      default:
        throw error;
    }
  }
}
