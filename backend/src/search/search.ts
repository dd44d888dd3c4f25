import { resolve, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import type { SearchAnswer, SearchStatus, Turn } from "../../api/search.ts";
import { SEARCH_LIMIT } from "../../api/search-terms.ts";
import { problem } from "../http/problem.ts";
import { transaction } from "./database.ts";
import { createIndexKeeper } from "./index-keeper.ts";
import { findHits } from "./index-query.ts";
import { indexedAgents, searchedAgents, sizeOnDisk } from "./index-status.ts";
import { NO_SESSION } from "./known-files.ts";
import { noHits, nothingIndexed, notWritable, noWords, type Searched, switchedOff } from "./notices.ts";
import { purge } from "./purge.ts";
import { notFound, resolveSession } from "./resolve.ts";
import { folderIds, isEmptyScope, type Scope, scopeOf } from "./scope.ts";
import { allTurns, filesOf, headOf, type SessionFile, transcriptOf } from "./session-turns.ts";
import { findTitles, withTitles } from "./title-query.ts";
import type { RefreshOptions, Search, SearchParts, SearchSettings, SessionRef } from "./types.ts";
import { queryTerms } from "./words/query-words.ts";
import { knownWorktrees } from "./worktrees.ts";

const DAY_MS = 86_400_000;

export function createSearch(parts: SearchParts): Search {
  const { file, settings, env, resumeOwn, now } = parts;
  /** A folder of Claude Code's files that stands for every store. */
  const only = env.THOTH_SESSIONS_DIR ? resolve(env.THOTH_SESSIONS_DIR) : null;
  const own = only === null ? parts.own : null;
  const environment = only === null ? env : { ...env, THOTH_SESSIONS_DIR: only };
  const keeper = createIndexKeeper({ ...parts, own, env: environment, replaced: only !== null });
  const { index, refreshed, freshened, change, contextOf, readersFor } = keeper;

  async function scopeFor(options: Pick<RefreshOptions, "scope" | "projects">, state: SearchSettings) {
    return scopeOf(options, state, only !== null, await index.with(knownWorktrees));
  }

  const whereOf = (sql: DatabaseSync, scope: Scope) => {
    return { folders: folderIds(sql, scope), own: scope.own, below: only === null ? null : only + sep };
  };

  const resumeCommand = (agent: AgentName, sessionId: string) =>
    agent === "thoth" ? resumeOwn(sessionId) : keeper.resumeCommand(agent, sessionId);

  /** Who switched search off shows nothing that was indexed before, either. */
  async function wished(): Promise<SearchSettings> {
    const state = await settings();
    if (!state.enabled) throw problem("session-not-found", switchedOff.text);
    return state;
  }

  async function known(ref: SessionRef): Promise<SessionFile[]> {
    await wished();
    const files = (await index.with((database) => filesOf(database.sql, ref))).filter(
      ({ size, forgotten }) => size !== NO_SESSION && forgotten === 0,
    );
    if (files.length === 0) throw notFound(`${ref.agent}:${ref.sessionId}`);
    return files;
  }

  /** Reads what was only noted, for it belongs to another project. */
  async function readNoted(files: readonly SessionFile[]): Promise<void> {
    const noted = files.find(({ size, forgotten }) => size < 0 && forgotten === 0);
    if (!noted) return;
    const state = await settings();
    const scope = await scopeFor({}, state);
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
      const scope = await scopeFor(options, state);
      const terms = queryTerms(options.q);
      const outcome = await freshened(scope, state, parts.recentMs);
      const { role, agent, any = false, archived = true, session, sinceDays, limit = SEARCH_LIMIT.default } = options;
      const found = await index.with((database) => {
        const since = sinceDays === undefined ? undefined : now().getTime() - sinceDays * DAY_MS;
        const where = whereOf(database.sql, scope);
        const query = { terms, any, role, agent, archived, session: session || undefined, since, limit, ...where };
        const asked = [database.sql, query, resumeCommand] as const;
        const hits = terms.length === 0 ? [] : withTitles(findTitles(...asked), findHits(...asked), limit);
        return { hits, empty: hits.length === 0 && isEmptyScope(database.sql, where) };
      });
      const filtered = [role, agent, session, sinceDays].some((filter) => filter !== undefined) || !archived;
      const { everything, named } = scope;
      const searched: Searched = { projects: named, everything, any, filtered, words: terms.length };
      return answer({
        hits: found.hits,
        indexing: outcome === null ? (keeper.progress ?? { done: 0, total: 0 }) : null,
        stale: outcome?.stale ?? false,
        notice: noticeFor(found, searched, outcome === null),
        problems: outcome?.problems ?? keeper.problems,
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
      const context = contextOf(await scopeFor({}, await settings()));
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
      await freshened(await scopeFor({}, state), state);
      return index.with(({ sql }) => resolveSession(sql, text));
    },

    changed: keeper.outdate,

    async refresh(options = {}) {
      const state = await settings();
      if (state.enabled) await refreshed(await scopeFor(options, state), state, options);
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

    async agents(options) {
      const state = await settings();
      if (!state.enabled) return { agents: [] };
      const scope = await scopeFor(options, state);
      return index.with(({ sql }) => ({ agents: searchedAgents(sql, whereOf(sql, scope)) }));
    },

    async status(): Promise<SearchStatus> {
      const state = await settings();
      const scope = await scopeFor({}, state);
      if (state.enabled) await freshened(scope, state);
      const agents = await index.with(({ sql }) => indexedAgents(sql));
      const { enabled } = state;
      return { file, bytes: sizeOnDisk(file), enabled, projects: [...scope.named], agents, problems: keeper.problems };
    },

    onIndexing: keeper.onIndexing,
    close: keeper.close,
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
