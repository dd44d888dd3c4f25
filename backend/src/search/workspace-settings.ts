import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gitRoot } from "../lib/nearest-folder.ts";
import type { ThtRunner } from "../sessions/index.ts";
import type { WorkspaceSettings } from "./types.ts";
import type { WorkspaceCache } from "./workspace-cache.ts";

/** How the harness of a workspace is reached. */
export interface Harness {
  /** Program and first arguments: another harness may say something else. */
  argv: readonly string[];
  /** A new one, which knows nothing from before. What it needs is loaded only here. */
  open(): Promise<ThtRunner>;
}

export interface SettingsOptions {
  workspace: string;
  cache: WorkspaceCache;
  harness: Harness;
}

/** What `workspace.yaml` says about search, as the harness reads it; asked of it only when the file has moved. */
export function createWorkspaceSettings({ workspace, cache, harness }: SettingsOptions) {
  const file = join(workspace, "workspace.yaml");

  async function ask(stamp: string): Promise<WorkspaceSettings> {
    const { foreign, config } = await (await harness.open()).open();
    const value = {
      // A harness that knows nothing of search can't be asked whether it is wished.
      enabled: config.sessions_search ?? !(foreign && isSwitchedOff(file, "sessions_search")),
      keepGone: config.keep_gone ?? !(foreign && isSwitchedOff(file, "keep_gone")),
      projects: config.projects ?? [gitRoot(workspace) ?? workspace],
      sessionsRoot: config.sessions_root,
      prompts: config.prompts,
    };
    await cache.change((known) => {
      known.settings = { stamp, value };
    });
    return value;
  }

  return async function settings(): Promise<WorkspaceSettings> {
    const stat = statSync(file, { throwIfNoEntry: false });
    const stamp = `${harness.argv.join(" ")}\n${stat?.size} ${stat?.mtimeMs}`;
    const known = cache.get().settings;
    return known?.stamp === stamp ? known.value : ask(stamp);
  };
}

/** `key: false` at the file's outermost level, in any of YAML's ways to say it. */
function isSwitchedOff(file: string, key: string): boolean {
  const line = new RegExp(`^${key}[ \\t]*:[ \\t]+(false|no|off|n)[ \\t]*(#.*)?$`, "im");
  return line.test(readFileSync(file, "utf8").replaceAll("\r", ""));
}
