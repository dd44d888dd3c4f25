import type { Agent, AgentConfig } from "../../api/agents.ts";
import { problem } from "../http/problem.ts";
import type { Environment } from "../transcripts/index.ts";
import type { AgentStore } from "./agent-store.ts";
import { findOnPath } from "./on-path.ts";
import { presets, programOf } from "./presets.ts";

/** An agent that can be started: its configuration, and where its program is. */
export interface Launchable {
  id: string;
  config: AgentConfig;
  /** Absolute. */
  program: string;
}

export interface ConfiguredAgents {
  /** Presets first, in their order, then the user's own by name; and what of their file could not be read. */
  list(): Promise<{ agents: Agent[]; trouble: string | null }>;
  /** `agent-not-found` where there is none. */
  get(id: string): Promise<AgentConfig>;
  put(id: string, config: AgentConfig): Promise<Agent>;
  /** A preset goes back to its own; one of the user's is gone. `agent-not-found` where there is none. */
  remove(id: string): Promise<void>;
  /** `agent-not-found`, or `agent-not-installed` with how to get it. */
  launchable(id: string): Promise<Launchable>;
}

interface Options {
  store: AgentStore;
  /** Of the terminals: where they look for programs. */
  env: Environment;
  cwd: string;
}

export function createConfiguredAgents({ store, env, cwd }: Options): ConfiguredAgents {
  const find = ({ command, env: own }: AgentConfig) => findOnPath(command, own.PATH ?? env.PATH, cwd);

  async function get(id: string): Promise<AgentConfig> {
    const config = (await store.read()).configs.get(id);
    if (config) return config;
    throw problem("agent-not-found", `No agent is configured as ${id}.`, "`thoth agents list` names those there are.");
  }

  const view = (id: string, config: AgentConfig) => describe(id, config, find(config) !== null);

  return {
    async list() {
      const { configs, trouble } = await store.read();
      const own = [...configs.keys()].filter((id) => !Object.hasOwn(presets, id)).sort();
      const agents = [...Object.keys(presets), ...own].map((id) => view(id, configs.get(id) as AgentConfig));
      return { agents, trouble };
    },
    get,
    async put(id, config) {
      const clean = { ...config, label: config.label.trim(), command: config.command.trim() };
      if (clean.label === "" || clean.command === "")
        throw problem("invalid-request", "An agent needs a name to show and a command to run.", "Fill in both.");
      await store.put(id, clean);
      return view(id, await get(id));
    },
    async remove(id) {
      if (!(await store.remove(id))) await get(id);
    },
    async launchable(id) {
      const config = await get(id);
      const program = find(config);
      if (program !== null) return { id, config, program };
      throw problem(
        "agent-not-installed",
        `${config.label} is not installed: there is no program ${JSON.stringify(config.command)} on the PATH.`,
        howToInstall(id, config),
      );
    },
  };
}

function describe(id: string, config: AgentConfig, installed: boolean): Agent {
  const preset = Object.hasOwn(presets, id) ? presets[id] : undefined;
  const edited = preset !== undefined && preset.config !== config;
  return {
    id,
    ...config,
    preset: preset !== undefined,
    edited,
    installed,
    install: installed ? null : howToInstall(id, config),
    // Of flags that somebody changed nothing is known any more.
    verified: preset && !edited ? preset.verified : null,
    canResume: config.resumeArgs.length > 0,
    canFork: config.forkArgs.length > 0,
  };
}

function howToInstall(id: string, config: AgentConfig): string {
  const known = programOf(id, config);
  return known ? `Install it: ${known.install}` : `Install ${config.command}, or give its whole path as the command.`;
}
