import { homedir } from "node:os";
import { join } from "node:path";
import type { AgentName } from "../../../api/agent-names.ts";
import { storeVariables } from "../../transcripts/index.ts";

/** What is started: program and arguments. */
export interface ServerCommand {
  command: string;
  args: string[];
}

/** Where an agent keeps its MCP servers, and how. */
interface AgentConfiguration {
  agent: AgentName;
  /** The user's file, and the one that counts in a project; null where there is none. */
  user(env: NodeJS.ProcessEnv): string;
  project: string | null;
  format: "json" | "toml";
  /** The member that holds the servers. */
  member: string;
  entry(server: ServerCommand): Record<string, unknown>;
}

const home = (env: NodeJS.ProcessEnv, ...parts: string[]) => join(env.HOME || homedir(), ...parts);
const common = (server: ServerCommand) => ({ ...server });
const stdio = (server: ServerCommand) => ({ type: "stdio", ...server });

/** By which the stores of agents, and what thoth keeps, are somewhere else than usual. */
const variables = ["THOTH_HOME", "THT_BIN", "XDG_STATE_HOME", ...storeVariables];

const configurations: readonly AgentConfiguration[] = [
  {
    agent: "claude",
    user: (env) => (env.CLAUDE_CONFIG_DIR ? join(env.CLAUDE_CONFIG_DIR, ".claude.json") : home(env, ".claude.json")),
    project: ".mcp.json",
    format: "json",
    member: "mcpServers",
    entry: stdio,
  },
  {
    agent: "codex",
    user: (env) => (env.CODEX_HOME ? join(env.CODEX_HOME, "config.toml") : home(env, ".codex/config.toml")),
    project: ".codex/config.toml",
    format: "toml",
    member: "mcp_servers",
    // It starts servers without its own variables but for those that are named.
    entry: (server) => ({ ...server, env_vars: variables }),
  },
  {
    agent: "gemini",
    user: (env) => home(env, ".gemini/settings.json"),
    project: ".gemini/settings.json",
    format: "json",
    member: "mcpServers",
    entry: common,
  },
  {
    agent: "copilot",
    user: (env) => home(env, ".copilot/mcp-config.json"),
    project: ".mcp.json",
    format: "json",
    member: "mcpServers",
    entry: (server) => ({ type: "local", ...server, tools: ["*"] }),
  },
  {
    agent: "pi",
    user: (env) =>
      env.PI_CODING_AGENT_DIR ? join(env.PI_CODING_AGENT_DIR, "mcp.json") : home(env, ".pi/agent/mcp.json"),
    project: ".pi/mcp.json",
    format: "json",
    member: "mcpServers",
    // Else its model can reach the tools from scripts only, and is not told of them.
    entry: (server) => ({ ...server, exposure: "direct" }),
  },
  {
    agent: "opencode",
    user: (env) => join(env.XDG_CONFIG_HOME || home(env, ".config"), "opencode/opencode.json"),
    project: "opencode.json",
    format: "json",
    member: "mcp",
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
  {
    agent: "qwen",
    user: (env) => home(env, ".qwen/settings.json"),
    project: ".qwen/settings.json",
    format: "json",
    member: "mcpServers",
    entry: common,
  },
  {
    agent: "cursor",
    user: (env) => home(env, ".cursor/mcp.json"),
    project: ".cursor/mcp.json",
    format: "json",
    member: "mcpServers",
    entry: common,
  },
  {
    agent: "kiro",
    user: (env) => home(env, ".kiro/settings/mcp.json"),
    project: ".kiro/settings/mcp.json",
    format: "json",
    member: "mcpServers",
    entry: common,
  },
  {
    agent: "droid",
    user: (env) => home(env, ".factory/mcp.json"),
    project: ".factory/mcp.json",
    format: "json",
    member: "mcpServers",
    entry: stdio,
  },
];

export const installableAgents = configurations.map(({ agent }) => agent);

export function configurationOf(agent: AgentName): AgentConfiguration {
  const found = configurations.find((configuration) => configuration.agent === agent);
  if (!found) throw new TypeError(`no MCP configuration of ${agent} is known`);
  return found;
}
