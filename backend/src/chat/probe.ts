import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkspaceConfig } from "../sessions/index.ts";
import type { OfflineModel } from "./offline-model.ts";
import { piArguments } from "./pi-command.ts";
import { agentEnvironment, createPiHome } from "./pi-environment.ts";
import { startPi } from "./pi-process.ts";

export type PiProbe = {
  workspace: WorkspaceConfig;
  /** How `tht` is run, workspace included. */
  tht: readonly string[];
  /** The server's home, whose `pi/models.json` may name providers of the user's own. */
  home: string;
  /** `provider/model`. */
  model: string;
  /** Null where the model is a real one. */
  offline: OfflineModel | null;
  pi: readonly string[] | null;
  env: NodeJS.ProcessEnv;
  /** How long Pi may take to answer, in ms. */
  readyMs?: number;
};

/**
 * Starts Pi as for a session, but in a folder of its own that is gone afterwards, and ends it as soon as it answers.
 * Resolves to the ms that took; rejects with why it did not, or where the harness names nothing to start it with.
 */
export async function probePi({ workspace, tht, home, model, offline, pi, env, readyMs = 15_000 }: PiProbe) {
  const { skill, prompts, extension } = workspace;
  if (!skill || !prompts || !extension) throw new Error("the harness names no skill, prompts and extension for it");
  const folder = await mkdtemp(join(tmpdir(), "thoth-probe-"));
  try {
    const piHome = createPiHome(folder);
    await piHome.prepare(null);
    await copyFile(join(createPiHome(home).dir, "models.json"), join(piHome.dir, "models.json")).catch(() => {
      // There is none until an agent was started.
    });
    await piHome.prepare(offline ? await offline.address() : null);
    const begun = performance.now();
    const session = "probe";
    const agent = await startPi(
      {
        argv: piArguments({ pi, session, sessionDir: folder, model, extension, prompts, skill }),
        cwd: folder,
        env: agentEnvironment(env, { model, home: piHome, session, tht, readable: [skill, folder] }),
        mark: randomUUID(),
        readyMs,
      },
      { event() {}, uiRequest() {} },
    );
    try {
      await agent.ready();
      return performance.now() - begun;
    } finally {
      await agent.end(2_000);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Asks the offline model for its models; rejects with why it does not answer. */
export async function probeOfflineModel(offline: OfflineModel): Promise<void> {
  const { url, key } = await offline.address();
  const response = await fetch(`${url}/models`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`it answered ${response.status} at ${url}`);
}
