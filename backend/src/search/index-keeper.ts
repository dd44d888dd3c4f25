import { setTimeout as pause } from "node:timers/promises";
import type { AgentName } from "../../api/agent-names.ts";
import type { Indexing, StoreProblem } from "../../api/search.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import { loadReaders, type Reader, type ReaderContext } from "../transcripts/index.ts";
import type { RefreshOutcome } from "./bring-up-to-date.ts";
import type { Database } from "./database.ts";
import type { IndexStore } from "./index-store.ts";
import { createIndexFile, type IndexFile } from "./open-index.ts";
import { refresh } from "./refresh.ts";
import type { Scope } from "./scope.ts";
import { takeSurvey } from "./survey.ts";
import type { RefreshOptions, SearchParts, SearchSettings } from "./types.ts";

/** The index with all that writes it: one thing at a time, in this process and with the lease among all. */
export interface IndexKeeper {
  readonly index: IndexFile;
  /** How far a refresh has come; null while none is at work. */
  readonly progress: Indexing | null;
  /** What could not be read when it was last refreshed. */
  readonly problems: StoreProblem[];
  contextOf(scope: Scope): ReaderContext;
  /** Of the agents that have something on this machine, or had: others' readers would be loaded for nothing. */
  readersFor(context: ReaderContext): Promise<Reader[]>;
  /** What resumes an agent's session; null where its reader was not needed so far. */
  resumeCommand(agent: AgentName, sessionId: string): string[] | null;
  /** One after the other, giving way to changes; who asks for the same before it begins gets the same. */
  refreshed(scope: Scope, settings: SearchSettings, options?: RefreshOptions): Promise<RefreshOutcome>;
  /**
   * As far as patience goes; null when it is over before the index is up to date. What was looked at in the last
   * `recentMs` is not looked at again.
   */
  freshened(scope: Scope, settings: SearchSettings, recentMs?: number): Promise<RefreshOutcome | null>;
  /** What was looked at is not as it was: whoever asks next has it looked at again. */
  outdate(): void;
  /** A change that is no refresh: alone, with the lease where it can be had in time. */
  change<T>(work: (database: Database, store: IndexStore) => T | Promise<T>): Promise<T>;
  onIndexing(listener: (progress: Indexing | null) => void): () => void;
  close(): Promise<void>;
}

type KeeperParts = Pick<SearchParts, "file" | "own" | "env" | "readers" | "patienceMs" | "waitMs"> & {
  /** Only Claude Code's format is read: one folder of such files stands for every store. */
  replaced: boolean;
};

const WAIT_MS = 30_000;
const WRITES = "writes";
const upToDate: RefreshOutcome = { stale: false, problems: [] };

export function createIndexKeeper(parts: KeeperParts): IndexKeeper {
  const { file, own, env, replaced, patienceMs = Number.POSITIVE_INFINITY, waitMs = WAIT_MS } = parts;
  /** Those that were needed so far. */
  const readerOf = new Map<AgentName, Reader>();
  const index = createIndexFile(file, waitMs);
  const queue = createKeyedQueue();
  const closing = new AbortController();
  const listeners = new Set<(progress: Indexing | null) => void>();
  const waiting = new Map<string, Promise<RefreshOutcome>>();
  const looked = new Map<string, { at: number; outcome: RefreshOutcome }>();
  /** How often what was looked at went out of date. */
  let outdated = 0;
  let busySince: number | null = null;
  /** Somebody waits for each, so refreshes give way. */
  let changes = 0;
  let pressed = new AbortController();
  let progress: Indexing | null = null;
  let problems: StoreProblem[] = [];

  function tell(next: Indexing | null): void {
    if (next === null && progress === null) return;
    progress = next;
    for (const listener of listeners) listener(next);
  }

  const contextOf = ({ projects }: Scope): ReaderContext => ({ env, projects: projects.folders });

  async function readersFor(context: ReaderContext): Promise<Reader[]> {
    const known = await index.with(({ sql }) => sql.prepare("SELECT DISTINCT agent FROM files").all());
    const all = parts.readers ?? (await loadReaders(context, new Set(known.map(({ agent }) => String(agent)))));
    const found = replaced ? all.filter(({ agent }) => agent === "claude") : [...all];
    for (const reader of found) readerOf.set(reader.agent, reader);
    return found;
  }

  function refreshed(
    scope: Scope,
    { keepGone }: SearchSettings,
    options: RefreshOptions = {},
  ): Promise<RefreshOutcome> {
    const known = waiting.get(scope.key);
    if (known) return known;
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
    const part = () =>
      queue.run(WRITES, async () => {
        waiting.delete(scope.key);
        if (signal.aborted) return upToDate;
        let unfinished = false;
        pressed = new AbortController();
        if (changes > 0) pressed.abort();
        const begun = performance.now();
        const before = outdated;
        busySince ??= begun;
        try {
          index.tryAgain();
          const context = contextOf(scope);
          const survey = await takeSurvey(await readersFor(context), own, context, pressed.signal);
          unfinished = pressed.signal.aborted;
          if (unfinished) return { ...upToDate, unfinished };
          const onProgress = (next: Indexing) => {
            tell(next);
            options.onProgress?.(next);
          };
          const result = await index.with((database) =>
            refresh({
              database,
              file,
              survey,
              context,
              own,
              holds: scope.holds,
              everything: scope.everything,
              worktrees: scope.projects.worktrees,
              threads: parts.readers === undefined,
              keepGone,
              waitMs,
              onProgress,
              givesWay: pressed.signal,
              signal,
            }),
          );
          problems = result.problems;
          unfinished = result.unfinished === true;
          if (!result.stale) index.accepted();
          if (!result.stale && !unfinished && !signal.aborted && before === outdated)
            looked.set(scope.key, { at: begun, outcome: result });
          return result;
        } catch (error) {
          if (!index.refuses(error)) throw error;
          return { stale: true, problems };
        } finally {
          if (!unfinished) {
            busySince = null;
            tell(null);
          }
        }
      });
    const whole = async () => {
      let result = await part();
      while (result.unfinished) result = await part();
      return result;
    };
    const outcome = whole();
    waiting.set(scope.key, outcome);
    return outcome;
  }

  return {
    index,
    get progress() {
      return progress;
    },
    get problems() {
      return problems;
    },
    contextOf,
    readersFor,
    resumeCommand: (agent, sessionId) => readerOf.get(agent)?.resumeCommand(sessionId) ?? null,
    refreshed,

    async freshened(scope, settings, recentMs = 0) {
      const last = looked.get(scope.key);
      if (last && performance.now() - last.at < recentMs) return last.outcome;
      const outcome = refreshed(scope, settings);
      if (patienceMs === Number.POSITIVE_INFINITY) return outcome;
      // Whoever doesn't wait for it doesn't hear of its failure either; the next query does.
      outcome.catch(() => {});
      const over = new AbortController();
      // Others may have waited for the same one already: it isn't waited for anew with each question.
      const left = busySince === null ? patienceMs : Math.max(0, patienceMs - (performance.now() - busySince));
      try {
        return await Promise.race([outcome, pause(left, null, { signal: over.signal })]);
      } finally {
        over.abort();
      }
    },

    outdate() {
      outdated++;
      looked.clear();
    },

    async change(work) {
      changes++;
      pressed.abort();
      try {
        return await queue.run(WRITES, () =>
          index.with(async (database) => {
            const [{ takeLease }, { indexStore }] = await Promise.all([
              import("./lease.ts"),
              import("./index-store.ts"),
            ]);
            const lease = database.temporary ? null : await takeLease({ file, waitMs, needless: () => false });
            try {
              return await work(database, indexStore(database.sql));
            } finally {
              if (lease !== null && lease !== "waiting") lease.release();
            }
          }),
        );
      } finally {
        changes--;
      }
    },

    onIndexing(listener) {
      listeners.add(listener);
      listener(progress);
      return () => listeners.delete(listener);
    },

    async close() {
      closing.abort();
      await queue.idle();
      index.close();
    },
  };
}
