import type { HarnessRow, ThtRunner } from "../sessions/index.ts";
import type { Unit } from "../transcripts/index.ts";
import { createBreaths, inPieces, unlessAborted } from "./breaths.ts";
import { headMark, knownOf } from "./known-session.ts";
import { createOwnPrompts } from "./own-prompts.ts";
import { sessionBatches } from "./session-batches.ts";
import type { WorkspaceSettings, WorkspaceSource } from "./types.ts";
import type { KnownSession, WorkspaceCache } from "./workspace-cache.ts";
import { createWorkspaceChats } from "./workspace-chats.ts";
import { createWorkspaceDocuments } from "./workspace-documents.ts";
import { type FolderUnit, listSessionFolders } from "./workspace-folders.ts";
import type { Harness } from "./workspace-settings.ts";

export interface WorkspaceSourceOptions {
  workspace: string;
  /** The server's own folder, where the chats are. */
  home: string;
  cache: WorkspaceCache;
  harness: Harness;
  settings(): Promise<WorkspaceSettings>;
  now(): Date;
  /** Waits until others have had their turn, before each of many runs of the harness. */
  giveWay?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export interface OwnSessions extends WorkspaceSource {
  /** What a harness that only lists has to say after an answer: asks it where a minute has passed; whether it did. */
  settle(): Promise<boolean>;
  /** Ends what is still being read. */
  close(): void;
}

const LISTED_EVERY_MS = 60_000;

/** What was learnt in a long reading is kept so often: a program that is ended loses no more. */
const KEPT_EVERY_MS = 5000;

/** The workspace's sessions as the harness and the chats' files hold them. */
export function createWorkspaceSource(options: WorkspaceSourceOptions): OwnSessions {
  const { workspace, cache, harness, settings, now, giveWay = async () => {} } = options;
  const chats = createWorkspaceChats(options);
  const closing = new AbortController();
  let runner: Promise<ThtRunner> | undefined;
  let listed: ReadonlyMap<string, HarnessRow> | undefined;
  /** Of those that were not read yet. */
  let looked: ReadonlyMap<string, FolderUnit> = new Map();

  const readDocuments = createWorkspaceDocuments({ workspace, cache, tht });

  function tht(): Promise<ThtRunner> {
    runner ??= harness.open();
    return runner;
  }

  /**
   * Asks for the list, and keeps of it what a chat's reading needs to know of its session. Null, and nothing kept, once
   * `signal` aborts: what is on the list may be deleted by then.
   */
  async function learn(signal?: AbortSignal): Promise<ReadonlyMap<string, HarnessRow> | null> {
    const rows = await unlessAborted(
      tht().then((open) => open.list()),
      signal,
    );
    if (rows === undefined) return null;
    const breathe = createBreaths();
    const sessions: Record<string, KnownSession> = {};
    const before = cache.get().sessions;
    for (const piece of inPieces(rows)) {
      for (const row of piece) sessions[row.id] = knownOf(row, before[row.id]);
      await breathe();
    }
    if (signal?.aborted) return null;
    await cache.change((known) => {
      known.listedAt = now().getTime();
      known.sessions = sessions;
    });
    listed = new Map(rows.map((row) => [row.id, row]));
    return listed;
  }

  /** Where only the harness knows, its last list tells what there is. */
  async function listedSessions(): Promise<Unit[]> {
    if (cache.get().listedAt === 0) await learn();
    return Object.entries(cache.get().sessions).map(([sessionId, { size, mtime }]) => {
      return { path: `${workspace}#${sessionId}`, sessionId, size, mtime };
    });
  }

  async function listFolders(root: string, signal: AbortSignal | undefined): Promise<FolderUnit[] | null> {
    const known = cache.get().sessions;
    const before = (sessionId: string, folder: number) =>
      [known[sessionId], looked.get(sessionId)].find((unit) => unit?.folder === folder);
    const units = await listSessionFolders(root, before, signal);
    if (units === null) return null;
    looked = new Map(
      units
        .filter(({ sessionId, folder }) => known[sessionId]?.folder !== folder)
        .map((unit) => [unit.sessionId, unit]),
    );
    return units;
  }

  /** What is kept of a session is its words too: they go with it. */
  async function unlearn(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await cache.change(({ sessions }) => {
      for (const id of ids) delete sessions[id];
    });
  }

  return {
    async list(signal) {
      const { sessionsRoot } = await settings();
      const sessions = sessionsRoot === null ? await listedSessions() : await listFolders(sessionsRoot, signal);
      if (sessions === null) return null;
      const known = cache.get().sessions;
      if (sessionsRoot !== null) {
        const there = new Set(sessions.map(({ sessionId }) => sessionId));
        await unlearn(Object.keys(known).filter((sessionId) => !there.has(sessionId)));
      }
      return [...sessions, ...chats.units()];
    },

    forget: (sessionId) => unlearn(sessionId in cache.get().sessions ? [sessionId] : []),

    async *read(units, signal) {
      const { prompts, sessionsRoot } = await settings();
      const before = cache.get().sessions;
      const sessions = units.filter((unit) => !chats.isOne(unit));
      const isUnknown = ({ sessionId }: Unit) => !cache.get().sessions[sessionId];
      // The list that said what moved says the rest, too; of folders it has yet to be asked.
      const kept =
        sessionsRoot === null && sessions.every(({ sessionId }) => listed?.has(sessionId)) ? listed : undefined;
      const ended = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      const rows =
        kept ?? (sessions.length > 0 || units.some(isUnknown) ? await learn(ended) : new Map<string, HarnessRow>());
      if (rows === null) return;

      const isOwnPrompt = createOwnPrompts(prompts);
      const asked = new Set(units.filter(chats.isOne).map(({ path }) => path));
      const hasNewHead = ({ sessionId }: Unit) =>
        headMark(before[sessionId]) !== headMark(cache.get().sessions[sessionId]);
      for (const unit of chats.units().filter((unit) => asked.has(unit.path) || hasNewHead(unit))) {
        const reading = chats.read(unit, isOwnPrompt);
        if (reading !== undefined) yield { unit, reading };
      }
      const learnt = new Map<string, KnownSession>();
      const keep = async () => {
        if (learnt.size > 0)
          await cache.change((known) => void Object.assign(known.sessions, Object.fromEntries(learnt)));
        learnt.clear();
      };
      let keptAt = performance.now();
      try {
        for (const batch of sessionBatches(sessions)) {
          if (batch.length > 1) await giveWay(ended);
          if (ended.aborted) break;
          yield* readDocuments({ units: batch, rows, learn: (id, known) => learnt.set(id, known), signal: ended });
          if (performance.now() - keptAt < KEPT_EVERY_MS) continue;
          await keep();
          keptAt = performance.now();
        }
      } finally {
        await keep();
      }
    },

    async settle() {
      const { sessionsRoot } = await settings();
      if (sessionsRoot !== null || now().getTime() - cache.get().listedAt < LISTED_EVERY_MS) return false;
      await learn();
      return true;
    },

    close() {
      closing.abort();
      void runner?.then((open) => open.cancelReads());
    },
  };
}
