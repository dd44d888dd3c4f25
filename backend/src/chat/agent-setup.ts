import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { problem } from "../http/problem.ts";
import type { Sessions } from "../sessions/index.ts";
import { findModelAccess } from "./model-access.ts";
import type { OfflineModel } from "./offline-model.ts";
import { piArguments } from "./pi-command.ts";
import { agentEnvironment, type PiHome } from "./pi-environment.ts";
import type { PiSpawn } from "./pi-process.ts";

export type AgentSetupOptions = {
  sessions: Sessions;
  home: PiHome;
  /** `provider/model`. */
  model: string;
  /** Null where the model is a real one. */
  offline: OfflineModel | null;
  /** Of a Pi other than the bundled one. */
  pi: readonly string[] | null;
  env: NodeJS.ProcessEnv;
};

/** Says how a session's agent is started: what it may load, read, run and know. */
export function createAgentSetup({ sessions, home, model, offline, pi, env }: AgentSetupOptions) {
  async function assertAccess(): Promise<void> {
    const access = await findModelAccess(model, home.dir, env);
    if (access.by !== "nothing") return;
    throw problem(
      "agent-failed",
      `the server was started without a key for ${model}. Start it with ${access.variables.join(" or ")} set, or with THOTH_MODEL=offline`,
    );
  }

  return async (id: string, mark: string): Promise<PiSpawn> => {
    const { sessions_root: root, skill, prompts, extension } = sessions.workspace();
    if (!root || !skill || !prompts || !extension) {
      throw problem("not-supported", "`tht config` names no sessions folder, skill, prompts and extension.");
    }
    // Another Pi may find its way without; the bundled one would end and tell the reader to use a command of its own.
    if (!offline && !pi) await assertAccess();
    const cwd = join(root, id);
    const sessionDir = home.sessionDir(id);
    await home.prepare(offline ? await offline.address() : null);
    await mkdir(sessionDir, { recursive: true, mode: 0o700 });
    return {
      argv: piArguments({ pi, session: id, sessionDir, model, extension, prompts, skill }),
      cwd,
      env: agentEnvironment(env, { model, home, session: id, tht: sessions.tht.argv, readable: [skill, cwd] }),
      mark,
    };
  };
}
