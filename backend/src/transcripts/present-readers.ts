import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentName } from "../../api/agent-names.ts";
import { editorHomes } from "./editor-hosts.ts";
import { homeOf } from "./folders.ts";
import { unlessReplaced } from "./replaced-stores.ts";
import type { Reader, ReaderContext } from "./types.ts";

/** Where to look for an agent before its reader is loaded. Says there may be something rather once too often. */
interface Store {
  /** Below the home: without all of these there is nothing of it. */
  at: readonly string[];
  /** With one of these it may be anywhere. */
  variables: readonly string[];
  /** A file of it in a project's folder. */
  inProject?: string;
  load(): Promise<Reader>;
}

const CONFIGS = ["XDG_CONFIG_HOME", "APPDATA"];

export const stores: Readonly<Record<Exclude<AgentName, "thoth">, Store>> = {
  claude: {
    at: [".claude"],
    variables: ["CLAUDE_CONFIG_DIR", "THOTH_SESSIONS_DIR"],
    load: async () => (await import("./readers/claude.ts")).claude,
  },
  codex: {
    at: [".codex"],
    variables: ["CODEX_HOME"],
    load: async () => (await import("./readers/codex.ts")).codex,
  },
  gemini: {
    at: [".gemini"],
    variables: ["GEMINI_CLI_HOME"],
    load: async () => (await import("./readers/gemini.ts")).gemini,
  },
  copilot: {
    at: [".copilot"],
    variables: ["COPILOT_HOME"],
    load: async () => (await import("./readers/copilot.ts")).copilot,
  },
  pi: {
    at: [".pi"],
    variables: ["PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"],
    load: async () => (await import("./readers/pi.ts")).pi,
  },
  opencode: {
    at: [".local/share/opencode"],
    variables: ["XDG_DATA_HOME", "OPENCODE_DB"],
    load: async () => (await import("./readers/opencode.ts")).opencode,
  },
  qwen: {
    at: [".qwen"],
    variables: ["QWEN_HOME"],
    load: async () => (await import("./readers/qwen.ts")).qwen,
  },
  cline: {
    at: [".cline", ...editorHomes],
    variables: ["CLINE_DATA_DIR", "CLINE_DIR", "CLINE_SESSION_DATA_DIR", ...CONFIGS],
    load: async () => (await import("./readers/cline.ts")).cline,
  },
  cursor: {
    at: [".cursor", ".config/Cursor", "Library/Application Support/Cursor"],
    variables: ["CURSOR_CONFIG_DIR", ...CONFIGS],
    load: async () => (await import("./readers/cursor.ts")).cursor,
  },
  antigravity: {
    at: [".gemini"],
    variables: [],
    load: async () => (await import("./readers/antigravity.ts")).antigravity,
  },
  kiro: {
    at: [
      ".kiro",
      ".local/share/kiro-cli",
      ".config/Kiro",
      ...["kiro-cli", "Kiro"].map((name) => `Library/Application Support/${name}`),
    ],
    variables: ["XDG_DATA_HOME", ...CONFIGS],
    load: async () => (await import("./readers/kiro.ts")).kiro,
  },
  hermes: {
    at: [".hermes"],
    variables: ["HERMES_HOME", "LOCALAPPDATA"],
    load: async () => (await import("./readers/hermes.ts")).hermes,
  },
  droid: {
    at: [".factory"],
    variables: ["FACTORY_HOME_OVERRIDE"],
    load: async () => (await import("./readers/droid.ts")).droid,
  },
  grok: {
    at: [".grok"],
    variables: ["GROK_HOME"],
    load: async () => (await import("./readers/grok.ts")).grok,
  },
  amp: {
    at: [".local/share/amp"],
    variables: ["XDG_DATA_HOME"],
    load: async () => (await import("./readers/amp.ts")).amp,
  },
  roo: {
    at: [...editorHomes],
    variables: CONFIGS,
    load: async () => (await import("./readers/roo.ts")).roo,
  },
  aider: {
    at: [".aider.chat.history.md"],
    variables: ["AIDER_CHAT_HISTORY_FILE"],
    inProject: ".aider.chat.history.md",
    load: async () => (await import("./readers/aider.ts")).aider,
  },
  kimi: {
    at: [".kimi-code"],
    variables: ["KIMI_CODE_HOME"],
    load: async () => (await import("./readers/kimi.ts")).kimi,
  },
};

/** By which an agent's store may be somewhere else than usual. */
export const storeVariables: readonly string[] = [
  ...new Set(Object.values(stores).flatMap(({ variables }) => variables)),
];

const loaded = new Map<AgentName, Promise<Reader>>();

/**
 * The readers of the agents that may have something on this machine, and of those that are `known` to have had it: what
 * is no longer there is for them to say, too.
 */
export async function loadReaders(context: ReaderContext, known: ReadonlySet<string>): Promise<Reader[]> {
  const wanted = Object.entries(stores).filter(([agent, store]) => known.has(agent) || isPresent(store, context));
  return Promise.all(wanted.map(load));
}

/** In the order of the agents. */
export function loadEveryReader(): Promise<Reader[]> {
  return Promise.all(Object.entries(stores).map(load));
}

function load([name, store]: [string, Store]): Promise<Reader> {
  const agent = name as AgentName;
  let reader = loaded.get(agent);
  if (!reader) {
    reader = store.load().then((found) => (agent === "claude" ? found : unlessReplaced(found)));
    loaded.set(agent, reader);
  }
  return reader;
}

function isPresent({ at, variables, inProject }: Store, { env, projects }: ReaderContext): boolean {
  if (variables.some((name) => env[name])) return true;
  const home = homeOf(env);
  if (home !== null && at.some((path) => existsSync(join(home, path)))) return true;
  return inProject !== undefined && projects.some((project) => existsSync(join(project, inProject)));
}
