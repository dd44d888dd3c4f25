import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentName } from "../../api/agents.ts";

// The agents themselves, as npm carries them; scripts/install-agents.mjs puts them there.
const installed = fileURLToPath(new URL("../../../node_modules/.cache/agents-real", import.meta.url));

export const forking = [
  "claude",
  "codex",
  "opencode",
  "pi",
  "qwen",
  "grok",
  "droid",
] as const satisfies readonly AgentName[];
/** They can't fork. */
export const forkless = ["gemini", "copilot", "cline"] as const satisfies readonly AgentName[];

/**
 * A PATH with those that are installed, linked from `folder`, which is made: npm's own folders are taken off the PATH of
 * terminals.
 */
export async function pathWithAgents(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of [...forking, ...forkless]) {
    const program = join(installed, name, "node_modules/.bin", name);
    if (existsSync(program)) await symlink(program, join(folder, name));
  }
  return [folder, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
}
