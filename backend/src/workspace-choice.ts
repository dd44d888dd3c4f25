import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_WORKSPACE } from "./config.ts";
import { problem } from "./http/problem.ts";
import { nearestWith } from "./lib/nearest-folder.ts";

const FILE = "workspace.yaml";

/**
 * The workspace a command is about: `flag`, else THT_WORKSPACE, else the nearest folder at or above `cwd` that is one,
 * else, within the program's own repository, the one its server starts on. Null where there is none; throws where the
 * one that was named is none.
 */
export function chooseWorkspace(flag: string | undefined, env: NodeJS.ProcessEnv, cwd: string): string | null {
  const named = flag || env.THT_WORKSPACE;
  if (named) {
    const folder = resolve(cwd, named);
    if (existsSync(join(folder, FILE))) return folder;
    throw problem(
      "workspace-not-found",
      `${folder} has no ${FILE}, so it is no workspace.`,
      `Name another with ${flag ? "--workspace DIR" : "THT_WORKSPACE"}, or run this in one.`,
    );
  }
  const nearest = nearestWith(cwd, FILE);
  if (nearest !== null) return nearest;
  const repository = dirname(DEFAULT_WORKSPACE);
  const within = cwd === repository || cwd.startsWith(`${repository}/`);
  return within && existsSync(join(DEFAULT_WORKSPACE, FILE)) ? DEFAULT_WORKSPACE : null;
}
