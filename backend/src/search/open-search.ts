import { homedir } from "node:os";
import { join } from "node:path";
import type { Places } from "../config.ts";
import { allowedEnvironment } from "../lib/environment.ts";
import { gitRoot } from "../lib/nearest-folder.ts";
import { createSearch } from "./search.ts";
import type { Search, SearchParts, SearchSettings } from "./types.ts";
import { createWorkspaceCache } from "./workspace-cache.ts";
import { createWorkspaceSettings, type Harness } from "./workspace-settings.ts";
import { createWorkspaceSource } from "./workspace-source.ts";

export interface OpenSearchOptions {
  /** The workspace's; null where there is none, and only agents' transcripts are searched. */
  places: Places | null;
  env: NodeJS.ProcessEnv;
  /** Without a workspace: its git root is the project. */
  cwd: string;
  /** So long an answer waits for the index to be as the stores are, in ms; without end where it is left out. */
  patienceMs?: number | undefined;
  /** A search takes the stores to be as they were so many ms ago; left out, it always looks. */
  recentMs?: number | undefined;
  /** For a server: it reads in the background, and waits here until others have had their turn. */
  giveWay?: ((signal: AbortSignal) => Promise<void>) | undefined;
  now?: () => Date;
}

export interface OpenSearch {
  search: Search;
  /** After an answer is out: what was too slow to be asked before it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The index of a workspace, or of the folder's project, with all it stands on; its folder has to be there. */
export function openSearch(options: OpenSearchOptions): OpenSearch {
  const { places, env, cwd, patienceMs, recentMs, now = () => new Date() } = options;
  const parts = {
    env,
    now,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    ...(recentMs === undefined ? {} : { recentMs }),
  };
  return places ? openWorkspace(places, parts, options.giveWay) : openProject(cwd, parts);
}

type CommonParts = Pick<SearchParts, "now" | "patienceMs" | "recentMs"> & { env: NodeJS.ProcessEnv };

/** Where the index of a project without a workspace is. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local/state"), "thoth");
}

function openWorkspace(places: Places, parts: CommonParts, giveWay: OpenSearchOptions["giveWay"]): OpenSearch {
  const { workspace, home } = places;
  const { env, now } = parts;
  const cache = createWorkspaceCache(join(home, "search-workspace.json"));
  const harness = harnessOf(places, env, giveWay !== undefined);
  const settings = createWorkspaceSettings({ workspace, cache, harness });
  const own = createWorkspaceSource({ workspace, home, cache, harness, settings, now, giveWay });
  const search = createSearch({
    file: join(home, "sessions.db"),
    settings,
    own,
    resumeOwn: (sessionId) => ["thoth", "resume", sessionId, "--workspace", workspace],
    ...parts,
  });
  return {
    search,
    async settle() {
      if (await own.settle()) await search.refresh();
    },
    async close() {
      own.close();
      await search.close();
    },
  };
}

function openProject(cwd: string, parts: CommonParts): OpenSearch {
  const settings: SearchSettings = { enabled: true, keepGone: true, projects: [gitRoot(cwd) ?? cwd] };
  const search = createSearch({
    file: join(stateFolder(parts.env), "sessions.db"),
    settings: async () => settings,
    own: null,
    resumeOwn: () => [],
    ...parts,
  });
  return { search, settle: async () => {}, close: () => search.close() };
}

/** Loads what running the harness takes only once it has to be run. */
function harnessOf({ tht: argv, workspace }: Places, env: NodeJS.ProcessEnv, background: boolean): Harness {
  return {
    argv,
    async open() {
      const { createThtRunner } = await import("../sessions/index.ts");
      return createThtRunner({ argv, workspace, env: allowedEnvironment(env), background });
    },
  };
}
