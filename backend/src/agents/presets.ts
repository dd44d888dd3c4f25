import { basename } from "node:path";
import type { Agent, AgentConfig, AgentName } from "../../api/agents.ts";

/** What is known of an agent's program: how to start it, how to get it, and what no argument can change about it. */
export interface Preset {
  config: AgentConfig;
  /** Whose store holds its conversations. */
  store: AgentName;
  install: string;
  verified: NonNullable<Agent["verified"]>;
  /** Started on a session of its own, the program ignores a first prompt. */
  losesPromptOnResume?: true;
  /** It goes on with a session only in the folder the session ran in. */
  staysInFolder?: true;
  /** The preset as earlier releases had it: who never changed it moves on with it. */
  earlier?: readonly Partial<AgentConfig>[];
}

/** A configuration that says nothing but what it starts. */
export const plain = {
  args: [],
  promptTransport: "argv",
  promptArgs: [],
  resumeArgs: [],
  forkArgs: [],
  forkHeadlessArgs: [],
  pinSessionArgs: [],
  env: {},
} satisfies Omit<AgentConfig, "label" | "command">;

const npm = (name: string) => `npm install -g ${name}`;
const verified = (version: string) => ({ how: "verified", version }) as const;
const fromDocs = { how: "from-docs", version: null } as const;

/** By the id of the configuration. No preset skips an agent's own questions for permission. */
export const presets: Readonly<Record<string, Preset>> = {
  claude: {
    config: {
      ...plain,
      label: "Claude Code",
      command: "claude",
      resumeArgs: ["--resume", "{sessionId}"],
      forkArgs: ["--resume", "{sessionId}", "--fork-session", "--session-id", "{newSessionId}"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "claude",
    install: npm("@anthropic-ai/claude-code"),
    verified: verified("2.1.332"),
  },
  codex: {
    config: {
      ...plain,
      label: "Codex",
      command: "codex",
      promptArgs: ["--"],
      resumeArgs: ["resume", "{sessionId}"],
      forkArgs: ["fork", "{sessionId}"],
    },
    store: "codex",
    install: npm("@openai/codex"),
    verified: verified("0.171.0"),
  },
  opencode: {
    config: {
      ...plain,
      label: "OpenCode",
      command: "opencode",
      promptArgs: ["--prompt"],
      resumeArgs: ["--session", "{sessionId}"],
      forkArgs: ["--session", "{sessionId}", "--fork"],
      // Its screen makes the fork and then gives a first prompt to yet another session, without a history.
      forkHeadlessArgs: ["run", "--session", "{sessionId}", "--fork", "--format", "json"],
    },
    store: "opencode",
    install: npm("opencode-ai"),
    verified: verified("1.18.33"),
    losesPromptOnResume: true,
    staysInFolder: true,
  },
  pi: {
    config: {
      ...plain,
      label: "Pi",
      command: "pi",
      promptArgs: ["--"],
      resumeArgs: ["--session", "{sessionId}"],
      forkArgs: ["--fork", "{sessionId}", "--session-id", "{newSessionId}"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "pi",
    install: npm("@earendil-works/pi-coding-agent"),
    verified: verified("1.6.0"),
  },
  gemini: {
    config: {
      ...plain,
      label: "Gemini CLI",
      command: "gemini",
      promptArgs: ["--prompt-interactive"],
      resumeArgs: ["--resume", "{sessionId}"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "gemini",
    install: npm("@google/gemini-cli"),
    verified: verified("0.61.0"),
    staysInFolder: true,
  },
  copilot: {
    config: {
      ...plain,
      label: "GitHub Copilot",
      command: "copilot",
      promptArgs: ["-i"],
      resumeArgs: ["--resume={sessionId}"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "copilot",
    install: npm("@github/copilot"),
    verified: verified("1.0.102"),
  },
  qwen: {
    config: {
      ...plain,
      label: "Qwen Code",
      command: "qwen",
      promptArgs: ["--prompt-interactive"],
      resumeArgs: ["--resume", "{sessionId}"],
      forkArgs: ["--resume", "{sessionId}", "--fork-session"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "qwen",
    install: npm("@qwen-code/qwen-code"),
    verified: verified("0.24.4"),
    staysInFolder: true,
  },
  grok: {
    config: {
      ...plain,
      label: "Grok",
      command: "grok",
      resumeArgs: ["--resume", "{sessionId}"],
      forkArgs: ["--resume", "{sessionId}", "--fork-session", "--session-id", "{newSessionId}"],
      pinSessionArgs: ["--session-id", "{newSessionId}"],
    },
    store: "grok",
    install: "curl -fsSL https://x.ai/cli/install.sh | bash",
    verified: verified("1.0.41"),
  },
  droid: {
    config: {
      ...plain,
      label: "Factory Droid",
      command: "droid",
      resumeArgs: ["--resume", "{sessionId}"],
      forkArgs: ["--fork", "{sessionId}"],
      // Its screen opens the fork, and loses a first prompt.
      forkHeadlessArgs: ["exec", "--fork", "{sessionId}", "--output-format", "stream-json"],
    },
    store: "droid",
    install: "curl -fsSL https://app.factory.ai/cli | sh",
    verified: verified("0.225.2"),
    losesPromptOnResume: true,
  },
  cursor: {
    config: {
      ...plain,
      label: "Cursor Agent",
      command: "cursor-agent",
      resumeArgs: ["--resume", "{sessionId}"],
    },
    store: "cursor",
    install: "curl https://cursor.com/install -fsS | bash",
    verified: fromDocs,
  },
  amp: {
    config: {
      ...plain,
      label: "Amp",
      command: "amp",
      promptTransport: "stdin",
      resumeArgs: ["threads", "continue", "{sessionId}"],
    },
    store: "amp",
    install: npm("@ampcode/cli"),
    verified: fromDocs,
  },
  cline: {
    config: {
      ...plain,
      label: "Cline",
      command: "cline",
      // Without it a prompt is answered and the program ends.
      promptArgs: ["--tui"],
      resumeArgs: ["--id", "{sessionId}"],
    },
    store: "cline",
    install: npm("cline"),
    verified: verified("3.0.65"),
    losesPromptOnResume: true,
  },
};

/** What is known of the program that a configuration starts, also where the configuration is the user's own. */
export function programOf(id: string, { command }: Pick<AgentConfig, "command">): Preset | null {
  const name = basename(command);
  const named = Object.values(presets).find(({ config }) => config.command === name);
  // A preset may start a wrapper of its program.
  return named ?? (Object.hasOwn(presets, id) ? (presets[id] ?? null) : null);
}
