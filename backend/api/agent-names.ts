// Apart from the schemas, for programs that must start at once: no schema is built where none is checked.

/** Every agent whose conversations can be read, searched and addressed; `thoth` is the workspace's own sessions. */
export const agentNames = [
  "thoth",
  "claude",
  "codex",
  "gemini",
  "copilot",
  "pi",
  "opencode",
  "qwen",
  "cline",
  "cursor",
  "antigravity",
  "kiro",
  "hermes",
  "droid",
  "grok",
  "amp",
  "roo",
  "aider",
  "kimi",
] as const;
export type AgentName = (typeof agentNames)[number];
