import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RunAnswer } from "@thothii/backend/api/agents";
import { endDaemons, prepareHome } from "../../../backend/test/agents-real/agent-homes.ts";
import { pathWithAgents } from "../../../backend/test/agents-real/installed-agents.ts";
import { startScriptedModel } from "../../../backend/test/agents-real/scripted-model.ts";
import { App, test as base } from "../app.ts";

const bin = (name: string) => join(import.meta.dirname, "../../../node_modules/.bin", name);
const run = promisify(execFile);

interface RealAgents {
  /** Where the agents keep their sessions. */
  home: string;
  app: App;
  /** Runs `thoth` on the workspace as in another window, and parses what it prints. */
  thoth<T = RunAnswer>(...args: string[]): Promise<T>;
}

/** The real server whose agents are the real programs, each asking the scripted model alone. */
export const test = base.extend<{ agents: RealAgents }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  agents: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "thoth-agents-page-")));
    const workspace = join(folder, "workspace");
    const home = join(folder, "home");
    await run(bin("tht"), ["workspace", "init", workspace]);
    await mkdir(join(folder, "run"), { mode: 0o700 });
    const model = await startScriptedModel();
    const env = {
      ...(await prepareHome(home, workspace, model.url)),
      PATH: await pathWithAgents(join(folder, "bin")),
      XDG_RUNTIME_DIR: join(folder, "run"),
    };
    const app = new App(workspace, env, {});
    try {
      await app.start();
      await use({
        home,
        app,
        async thoth(...args) {
          const { stdout } = await run(bin("thoth"), [...args, "--json", "--workspace", workspace], { env });
          return JSON.parse(stdout);
        },
      });
    } finally {
      // With the server's end by Ctrl-C its terminals end.
      await app.end("SIGINT");
      await endDaemons(home);
      await model.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
});
