import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Agents, createAgents, createStoreSource, firstThatKnows } from "./agents/index.ts";
import { type Chat, createChat } from "./chat/index.ts";
import type { Config } from "./config.ts";
import { allowedEnvironment } from "./lib/environment.ts";
import { createQuiet, type Quiet } from "./lib/quiet.ts";
import { createLiveHub, type LiveHub } from "./live/index.ts";
import { createIndexNews, keepCurrent, type OpenSearch, openSearch } from "./search/index.ts";
import { createSeen, createSessions, createThtRunner, type Sessions } from "./sessions/index.ts";
import { createTerminals, redactDrawn, redactText, type Terminals, terminalEnvironment } from "./terminals/index.ts";
import { readers } from "./transcripts/all-readers.ts";
import { version } from "./version.ts";

/** A page shows what there is and asks again; see the event `index`. */
const SEARCH_PATIENCE_MS = 1000;
/** Somebody types, and each key asks: one in some twenty waits for a look at thousands of files. */
const SEARCH_RECENT_MS = 3000;

/** Nothing is indexed before the page has what it draws: so long nobody asked, but no later than that. */
const QUIET_AT_START = { forMs: 2000, atMostMs: 60_000 };
/** Between one run of the harness and the next. */
const QUIET_BETWEEN = { forMs: 100, atMostMs: 1000 };

export interface Services {
  live: LiveHub;
  sessions: Sessions;
  chat: Chat;
  terminals: Terminals;
  search: OpenSearch;
  agents: Agents;
  /** Is told of everything people ask, so that indexing gives way. */
  quiet: Quiet;
  /** Indexes what was said, once it is quiet and whenever it changes; without it a search does when it is asked. */
  indexNow(): void;
  /** Finds out about the harness and reads what was kept; fails with a problem when the harness can't be used. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** What the routes stand on. Nothing is opened before `start`. */
export function createServices(
  config: Config,
  env: NodeJS.ProcessEnv,
  /** Hears of failures that no request can answer with. */
  onError: (error: unknown) => void = () => {},
): Services {
  const now = () => new Date();
  const quiet = createQuiet();
  const live = createLiveHub({ epoch: randomBytes(6).toString("hex") });
  const tht = createThtRunner({ argv: config.tht, workspace: config.workspace, env: allowedEnvironment(env) });
  const seen = createSeen({ file: join(config.home, "seen.json"), now });
  const sessions = createSessions({ tht, live, seen, now });
  const terminals = createTerminals({
    sessions,
    live,
    config,
    version,
    env,
    onBound: (id) => chat.elsewhereChanged(id),
    onError,
  });
  const chat: Chat = createChat({ sessions, live, config, env, elsewhere: terminals.bound, onError });
  sessions.attachAgents(chat.port);
  const search = openSearch({
    places: config,
    env,
    cwd: config.workspace,
    patienceMs: SEARCH_PATIENCE_MS,
    recentMs: SEARCH_RECENT_MS,
    giveWay: (signal) => quiet.wait(QUIET_BETWEEN, signal),
    now,
  });
  const current = keepCurrent({
    refresh: (signal) => search.search.refresh({ signal }),
    idle: (signal) => quiet.wait(QUIET_AT_START, signal),
    onError,
  });
  search.search.onIndexing(createIndexNews((progress) => live.publish("events", "index", progress)));
  sessions.onChange(() => {
    search.search.changed();
    current.changed();
  });
  sessions.onDeleted((id) => search.search.removed(id));
  const seenByAgents = terminalEnvironment(env, { agent: true });
  const projects = () => sessions.workspace().projects ?? [];
  const agents = createAgents({
    home: config.home,
    workspace: config.workspace,
    projects,
    env: seenByAgents,
    terminals: terminals.service,
    sessions,
    source: firstThatKnows(
      search.search,
      createStoreSource({
        readers,
        env: seenByAgents,
        projects,
        workspaceIds: async () => (await sessions.tht.list()).map(({ id }) => id),
      }),
    ),
    readers,
    redact: redactText,
    redactDrawn,
    onError,
  });

  return {
    live,
    sessions,
    chat,
    terminals,
    agents,
    search,
    quiet,
    indexNow() {
      quiet.disturb();
      current.begin();
    },
    async start() {
      await sessions.start();
      await terminals.start();
      agents.start();
    },
    async close() {
      agents.close();
      // At once: what is still being read ends with the search.
      await Promise.all([current.close(), search.close()]);
      await Promise.all([terminals.close(), chat.close()]);
      await sessions.close();
    },
  };
}
