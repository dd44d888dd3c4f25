import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { allowedEnvironment } from "../lib/environment.ts";
import { OFFLINE, providerOf, providerVariables } from "./model-providers.ts";

export type ModelAddress = { url: string; key: string };

export type PiHome = {
  /** `PI_CODING_AGENT_DIR`. */
  dir: string;
  sessionDir(id: string): string;
  /** Writes Pi's configuration; `offline` is where the offline model listens now. */
  prepare(offline: ModelAddress | null): Promise<void>;
};

const settings = {
  enableInstallTelemetry: false,
  enableAnalytics: false,
  cacheWarming: "off",
  defaultProjectTrust: "never",
  quietStartup: true,
  retry: { enabled: true },
};

/** Pi's own folder under the server's home; a person may add providers of their own to its `models.json`. */
export function createPiHome(thothHome: string): PiHome {
  const dir = join(thothHome, "pi");
  return {
    dir,
    sessionDir: (id) => join(dir, "sessions", id),
    async prepare(offline) {
      await mkdir(join(dir, "tmp"), { recursive: true, mode: 0o700 });
      await merge(join(dir, "settings.json"), settings);
      if (offline === null) return;
      const models = await read(join(dir, "models.json"));
      const providers = typeof models.providers === "object" ? models.providers : {};
      await merge(join(dir, "models.json"), { providers: { ...providers, [OFFLINE]: offlineProvider(offline) } });
    },
  };
}

function offlineProvider({ url, key }: ModelAddress) {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    name: "Offline",
    baseUrl: url,
    api: "openai-completions",
    apiKey: key,
    models: [
      {
        id: "offline-1",
        name: "Offline model",
        reasoning: false,
        input: ["text"],
        contextWindow: 1_000_000,
        maxTokens: 32_768,
        cost,
      },
    ],
  };
}

async function read(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`${path} is not JSON: mend it, or remove it and it is made anew.`, { cause });
  }
}

async function merge(path: string, members: Record<string, unknown>): Promise<void> {
  const before = await read(path);
  const after = { ...before, ...members };
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await writeFileAtomic(path, `${JSON.stringify(after, null, 2)}\n`, 0o600);
  }
}

export type AgentEnvironment = {
  /** `provider/model`. */
  model: string;
  home: PiHome;
  session: string;
  /** How `tht` is run, workspace included. */
  tht: readonly string[];
  /** The folders that the tool `read` may open. */
  readable: readonly string[];
};

/** All that the agent's process sees of the world: what it needs to work, its model's key, and nothing of the user's. */
export function agentEnvironment(from: NodeJS.ProcessEnv, agent: AgentEnvironment): Record<string, string> {
  const { PATH, LANG, LC_ALL, TZ } = allowedEnvironment(from);
  const basics = { PATH: PATH ?? "/usr/local/bin:/usr/bin:/bin", LANG: LANG ?? "C.UTF-8", LC_ALL, TZ };
  const access = providerVariables(providerOf(agent.model)).map((name) => [name, from[name]] as const);
  const defined = [...Object.entries(basics), ["HOME", agent.home.dir] as const, ...access].filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(defined),
    // Pi keeps its compile cache there: a folder that changes would cost a second at each start.
    TMPDIR: join(agent.home.dir, "tmp"),
    NO_COLOR: "1",
    PI_CODING_AGENT_DIR: agent.home.dir,
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
    PI_TELEMETRY: "0",
    THT_AGENT: "1",
    THOTH_THT: JSON.stringify(agent.tht),
    THOTH_SESSION: agent.session,
    THOTH_READ: JSON.stringify(agent.readable),
  };
}
