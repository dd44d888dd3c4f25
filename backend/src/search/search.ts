import { resolve, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AgentName } from "../../api/agent-names.ts";
import type { Indexing, SearchAnswer, SearchStatus, StoreProblem, Turn } from "../../api/search.ts";
import { SEARCH_LIMIT } from "../../api/search-terms.ts";
import { problem } from "../http/problem.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import { loadReaders, type Reader, type ReaderContext } from "../transcripts/index.ts";
import type { Database } from "./database.ts";
import { findHits } from "./index-query.ts";
import { indexedAgents, sizeOnDisk } from "./index-status.ts";
import { IndexStore } from "./index-store.ts";
import { takeLease } from "./lease.ts";
import { noHits, nothingIndexed, notWritable, noWords, type Searched, switchedOff } from "./notices.ts";
import { createIndexFile } from "./open-index.ts";
import { findProjects, type Projects } from "./projects.ts";
import { purge } from "./purge.ts";
import { type RefreshOutcome, refresh, transaction } from "./refresh.ts";
import { notFound, resolveSession } from "./resolve.ts";
import { allTurns, filesOf, headOf, type SessionFile, transcriptOf } from "./session-turns.ts";
import { takeSurvey } from "./survey.ts";
import type { RefreshOptions, Search, SearchParts, SearchSettings, SessionRef } from "./types.ts";
import { queryTerms } from "./words/query-words.ts";

const WAIT_MS = 30_000;
const DAY_MS = 86_400_000;
const WRITES = "writes";

/** What is asked about. */
interface Scope {
  key: string;
  everything: boolean;
  projects: Projects;
  /** As the user named them. */
  named: readonly string[];
  holds(folder: string): boolean;
}

const upToDate: RefreshOutcome = { stale: false, problems: [] };

export function createSearch(parts: SearchParts): Search {
  const { file, settings, env, resumeOwn, now, patienceMs = Number.POSITIVE_INFINITY, waitMs = WAIT_MS } = parts;
  /** A folder of Claude Code's files that stands for every store. */
  const only = env.THOTH_SESSIONS_DIR ? resolve(env.THOTH_SESSIONS_DIR) : null;
  const own = only === null ? parts.own : null;
  const environment = only === null ? env : { ...env, THOTH_SESSIONS_DIR: only };
  /** Those that were needed so far. */
  const readerOf = new Map<AgentName, Reader>();
  const index = createIndexFile(file, waitMs);
  const queue = createKeyedQueue();
  const closing = new AbortController();
  const listeners = new Set<(progress: Indexing | null) => void>();
  const waiting = new Map<string, Promise<RefreshOutcome>>();
  let progress: Indexing | null = null;
  let problems: StoreProblem[] = [];

  function tell(next: Indexing | null): void {
    if (next === null && progress === null) return;
    progress = next;
    for (const listener of listeners) listener(next);
  }

  function scopeOf(options: Pick<RefreshOptions, "scope" | "projects">, { projects }: SearchSettings): Scope {
    const named = options.projects ?? projects;
    const found = findProjects(named);
    const everything = only !== null || (options.scope === "all" && options.projects === undefined);
    const holds = everything ? () => true : found.hold;
    return { key: everything ? "all" : found.folders.join("\0"), everything, projects: found, named, holds };
  }

  const contextOf = ({ projects }: Scope): ReaderContext => ({ env: environment, projects: projects.folders });

  /** Of the agents that have something on this machine, or had: others' readers would be loaded for nothing. */
  async function readersFor(context: ReaderContext): Promise<Reader[]> {
    const known = await index.with(({ sql }) => sql.prepare("SELECT DISTINCT agent FROM files").all());
    const all = parts.readers ?? (await loadReaders(context, new Set(known.map(({ agent }) => String(agent)))));
    const found = only === null ? [...all] : all.filter(({ agent }) => agent === "claude");
    for (const reader of found) readerOf.set(reader.agent, reader);
    return found;
  }

  /** One after the other; who asks for the same before it begins gets the same. */
  function refreshed(
    scope: Scope,
    { keepGone }: SearchSettings,
    options: RefreshOptions = {},
  ): Promise<RefreshOutcome> {
    const known = waiting.get(scope.key);
    if (known) return known;
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
    const outcome = queue.run(WRITES, async () => {
      waiting.delete(scope.key);
      if (signal.aborted) return upToDate;
      try {
        const context = contextOf(scope);
        const survey = await takeSurvey(await readersFor(context), own, context);
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
            threads: parts.readers === undefined,
            keepGone,
            waitMs,
            onProgress,
            signal,
          }),
        );
        problems = result.problems;
        return result;
      } catch (error) {
        if (!index.refuses(error)) throw error;
        return { stale: true, problems };
      } finally {
        tell(null);
      }
    });
    waiting.set(scope.key, outcome);
    return outcome;
  }

  /** As far as patience goes; null when it is over before the index is up to date. */
  async function freshened(scope: Scope, state: SearchSettings): Promise<RefreshOutcome | null> {
    const outcome = refreshed(scope, state);
    if (patienceMs === Number.POSITIVE_INFINITY) return outcome;
    // Whoever doesn't wait for it doesn't hear of its failure either; the next query does.
    outcome.catch(() => {});
    const over = new AbortController();
    try {
      return await Promise.race([outcome, pause(patienceMs, null, { signal: over.signal })]);
    } finally {
      over.abort();
    }
  }

  function resumeCommand(agent: AgentName, sessionId: string): string[] | null {
    return agent === "thoth" ? resumeOwn(sessionId) : (readerOf.get(agent)?.resumeCommand(sessionId) ?? null);
  }

  /** A change of the index that is no refresh: alone, with the lease where it can be had in time. */
  function change<T>(work: (database: Database, store: IndexStore) => T | Promise<T>): Promise<T> {
    return queue.run(WRITES, () =>
      index.with(async (database) => {
        const lease = database.temporary ? null : await takeLease({ file, waitMs, needless: () => false });
        try {
          return await work(database, new IndexStore(database.sql));
        } finally {
          if (lease !== null && lease !== "waiting") lease.release();
        }
      }),
    );
  }

  const folderIds = (database: Database, { everything, holds }: Scope): number[] | null =>
    everything
      ? null
      : (database.sql.prepare("SELECT id, path FROM folders").all() as { id: number; path: string }[])
          .filter(({ path }) => holds(path))
          .map(({ id }) => id);

  /** Who switched search off shows nothing that was indexed before, either. */
  async function wished(): Promise<SearchSettings> {
    const state = await settings();
    if (!state.enabled) throw problem("session-not-found", switchedOff.text);
    return state;
  }

  async function known(ref: SessionRef): Promise<SessionFile[]> {
    await wished();
    const files = await index.with((database) => filesOf(database.sql, ref));
    if (files.length === 0) throw notFound(`${ref.agent}:${ref.sessionId}`);
    return files;
  }

  /** Reads what was only noted, for it belongs to another project. */
  async function readNoted(files: readonly SessionFile[]): Promise<void> {
    const noted = files.find(({ size, forgotten }) => size < 0 && forgotten === 0);
    if (!noted) return;
    const state = await settings();
    const scope = scopeOf({}, state);
    const holds = (folder: string) => folder === (noted.folder ?? "");
    await refreshed({ ...scope, key: `folder ${noted.folder}`, everything: false, holds }, state);
  }

  const search: Search = {
    async search(options) {
      const begun = performance.now();
      const answer = (rest: Partial<SearchAnswer>): SearchAnswer => {
        const took_ms = Math.round((performance.now() - begun) * 10) / 10;
        return { hits: [], indexing: null, stale: false, notice: null, problems: [], ...rest, took_ms };
      };
      const state = await settings();
      if (!state.enabled) return answer({ notice: switchedOff });
      const scope = scopeOf(options, state);
      const terms = queryTerms(options.q);
      const outcome = await freshened(scope, state);
      const { role, agent, any = false, archived = true, session, sinceDays, limit = SEARCH_LIMIT.default } = options;
      const found = await index.with((database) => {
        const folders = folderIds(database, scope);
        const query = { terms, any, role, agent, archived, session: session || undefined, folders };
        const since = sinceDays === undefined ? undefined : now().getTime() - sinceDays * DAY_MS;
        const below = only === null ? null : only + sep;
        const hits = terms.length === 0 ? [] : findHits(database.sql, { ...query, since, below, limit }, resumeCommand);
        return { hits, empty: hits.length === 0 && isEmptyScope(database, folders, below) };
      });
      const filtered = [role, agent, session, sinceDays].some((filter) => filter !== undefined) || !archived;
      const { everything, named } = scope;
      const searched: Searched = { projects: named, everything, any, filtered, words: terms.length };
      return answer({
        hits: found.hits,
        indexing: outcome === null ? (progress ?? { done: 0, total: 0 }) : null,
        stale: outcome?.stale ?? false,
        notice: noticeFor(found, searched, outcome === null),
        problems: outcome?.problems ?? problems,
      });
    },

    async transcript(ref, range) {
      await readNoted(await known(ref));
      const files = await known(ref);
      const resume = resumeCommand(ref.agent, ref.sessionId);
      return index.with(({ sql }) => transcriptOf(sql, ref, files, range, resume));
    },

    async conversation(ref) {
      const files = await known(ref);
      const head = headOf(ref, files, resumeCommand(ref.agent, ref.sessionId));
      const context = contextOf(scopeOf({}, await settings()));
      const reader = (await readersFor(context)).find(({ agent }) => agent === ref.agent);
      const there = files.filter(({ gone }) => gone === 0);
      if (!reader || there.length === 0)
        return { head, turns: await index.with(({ sql }) => allTurns(sql, ref)), touchedFiles: [] };
      const paths = new Set(there.map(({ path }) => path));
      const readings = reader
        .list(context)
        .units.filter(({ path }) => paths.has(path))
        .map((unit) => reader.read(unit, context, { touchedFiles: true }))
        .filter((reading) => reading !== null);
      const turns: Turn[] = readings
        .flatMap((reading) => reading.turns)
        .map(({ ts, role, text }, seq) => ({ seq, ts, role, text, document: null }));
      return { head, turns, touchedFiles: [...new Set(readings.flatMap(({ touchedFiles = [] }) => touchedFiles))] };
    },

    async resolve(text) {
      const state = await wished();
      await freshened(scopeOf({}, state), state);
      return index.with(({ sql }) => resolveSession(sql, text));
    },

    async refresh(options = {}) {
      const state = await settings();
      if (state.enabled) await refreshed(scopeOf(options, state), state, options);
    },

    async reindex(options = {}) {
      await change((database, store) => transaction(database, () => store.startOver()));
      await search.refresh(options);
    },

    forget(ref) {
      return change(async (database, store) => {
        const { sql } = database;
        const files = ref
          ? filesOf(sql, ref)
          : (sql.prepare("SELECT * FROM files WHERE gone = 1").all() as unknown as SessionFile[]);
        if (ref && files.length === 0) throw notFound(`${ref.agent}:${ref.sessionId}`);
        transaction(database, () => {
          for (const { id, gone } of files) gone === 1 ? store.remove(id) : store.forget(id);
          if (files.length > 0) purge.note(sql);
        });
        if (files.length > 0) await purge(database);
        return new Set(files.map(({ agent, session }) => `${agent}:${session}`)).size;
      });
    },

    removed(sessionId) {
      return change(async (database, store) => {
        await own?.forget(sessionId);
        const files = filesOf(database.sql, { agent: "thoth", sessionId });
        if (files.length === 0) return;
        transaction(database, () => {
          for (const { id } of files) store.remove(id);
          purge.note(database.sql);
        });
        await purge(database);
      });
    },

    async status(): Promise<SearchStatus> {
      const state = await settings();
      const scope = scopeOf({}, state);
      if (state.enabled) await freshened(scope, state);
      const agents = await index.with(({ sql }) => indexedAgents(sql));
      const { enabled } = state;
      return { file, bytes: sizeOnDisk(file), enabled, projects: [...scope.named], agents, problems };
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

  function noticeFor(
    { hits, empty }: { hits: readonly unknown[]; empty: boolean },
    searched: Searched,
    indexing: boolean,
  ): SearchAnswer["notice"] {
    const why = index.unwritable();
    if (why !== null) return notWritable(file, why);
    if (searched.words === 0) return noWords(searched);
    if (hits.length > 0 || indexing) return null;
    return empty ? nothingIndexed(searched) : noHits(searched);
  }

  return search;
}

function isEmptyScope({ sql }: Database, folders: readonly number[] | null, below: string | null): boolean {
  const row = sql
    .prepare(
      "SELECT id FROM files WHERE size >= 0 AND (?1 IS NULL OR agent = 'thoth' OR folder IN (SELECT value FROM json_each(?1))) " +
        "AND (?2 IS NULL OR substr(path, 1, length(?2)) = ?2) LIMIT 1",
    )
    .get(folders === null ? null : JSON.stringify(folders), below);
  return row === undefined;
}
