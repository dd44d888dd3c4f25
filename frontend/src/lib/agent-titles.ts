import type { AgentName } from "@thothii/backend/api/agents";

/** What each agent calls itself. */
export const agentTitles: Record<AgentName, string> = {
  thoth: "ThothII",
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  copilot: "Copilot CLI",
  pi: "Pi",
  opencode: "OpenCode",
  qwen: "Qwen Code",
  cline: "Cline",
  cursor: "Cursor",
  antigravity: "Antigravity",
  kiro: "Kiro",
  hermes: "Hermes",
  droid: "Droid",
  grok: "Grok",
  amp: "Amp",
  roo: "Roo Code",
  aider: "Aider",
  kimi: "Kimi",
};

export const isAgentName = (text: string): text is AgentName => Object.hasOwn(agentTitles, text);
