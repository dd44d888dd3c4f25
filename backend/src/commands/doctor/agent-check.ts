import { join } from "node:path";
import { findModelAccess, OFFLINE, type OfflineModel, probeOfflineModel, probePi } from "../../chat/index.ts";
import type { Config } from "../../config.ts";
import { fail, ok, type Verdict, warn } from "./finding.ts";
import type { Harness } from "./harness-check.ts";

/** Whether the model can be reached: the offline one answers, or there is a key for the other. The key isn't tried. */
export async function checkModel(
  { model, home }: Pick<Config, "model" | "home">,
  offline: OfflineModel | null,
  env: NodeJS.ProcessEnv,
): Promise<Verdict> {
  if (offline) {
    try {
      await probeOfflineModel(offline);
      return ok("the offline one answers; a real one: THOTH_MODEL=provider/model and its key");
    } catch (error) {
      return fail((error as Error).message, "Run it by hand to see why: tht model serve --port 0");
    }
  }
  const access = await findModelAccess(model, join(home, "pi"), env);
  switch (access.by) {
    case "variables":
      return ok(`${model}, with ${access.set.join(", ")} set`);
    case "file":
      return ok(`${model}, a provider of ${access.file}`);
    case "home":
      return warn(
        `${model}: none of ${access.variables.join(", ")} is set`,
        "Nothing, if its access lies in files of your own folder.",
      );
    case "nothing":
      return fail(
        `${model} has no key`,
        `Set ${access.variables.join(" or ")} where the server is started, or use the offline one: THOTH_MODEL=${OFFLINE}`,
      );
  }
}

/** Whether Pi starts with all it is given, and answers. */
export async function checkPi(
  config: Pick<Config, "tht" | "workspace" | "home" | "model" | "pi">,
  { config: workspace }: Harness,
  offline: OfflineModel | null,
  env: NodeJS.ProcessEnv,
): Promise<Verdict> {
  if (!workspace.skill || !workspace.prompts || !workspace.extension)
    return warn(
      "not started: the harness names no skill, prompts and extension for it",
      "Sessions can be read and managed, but no agent works on them. The bundled harness names them (unset THT_BIN).",
    );
  const { home, pi } = config;
  const tht = [...config.tht, `--workspace=${config.workspace}`];
  const model = offline ? `${OFFLINE}/offline-1` : config.model;
  try {
    const ms = await probePi({ workspace, tht, home, model, offline, pi, env });
    return ok(`${pi ? pi.join(" ") : "the bundled one"} answers, ${(ms / 1000).toFixed(1)} s after its start`);
  } catch (error) {
    return fail(
      `it does not start: ${(error as Error).message}`,
      pi
        ? "Set THOTH_PI to a Pi that speaks its RPC mode, or unset it."
        : "Run `npm run setup`: its files may not be whole.",
    );
  }
}
