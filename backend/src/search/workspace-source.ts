import { join } from "node:path";
import { isProblem } from "../http/problem.ts";
import type { BulkDocuments, HarnessRow, ThtRunner } from "../sessions/index.ts";
import { readPiFile, type SessionHead, type Unit } from "../transcripts/index.ts";
import { createBreaths, inPieces, unlessAborted } from "./breaths.ts";
import { headMark, knownIn, knownOf } from "./known-session.ts";
import { createOwnPrompts } from "./own-prompts.ts";
import { SESSIONS_AT_ONCE, sessionBatches } from "./session-batches.ts";
import type { UnitReading, WorkspaceReading, WorkspaceSettings, WorkspaceSource } from "./types.ts";
import type { KnownSession, WorkspaceCache } from "./workspace-cache.ts";
import { type FolderUnit, listChats, listSessionFolders } from "./workspace-folders.ts";
import type { Harness } from "./workspace-settings.ts";
import { firstDecisionAt, workspaceTurns } from "./workspace-turns.ts";

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
type Learnt = Map<string, KnownSession>;

/** What was learnt in a long reading is kept so often: a program that is ended loses no more. */
const KEPT_EVERY_MS = 5000;

/** The workspace's sessions as the harness and the chats' files hold them. */
export function createWorkspaceSource(options: WorkspaceSourceOptions): OwnSessions {
  const { workspace, cache, harness, settings, now, giveWay = async () => {} } = options;
  const chats = join(options.home, "pi/sessions");
  const closing = new AbortController();
  let runner: Promise<ThtRunner> | undefined;
  let listed: ReadonlyMap<string, HarnessRow> | undefined;
  /** Of those that were not read yet. */
  let looked: ReadonlyMap<string, FolderUnit> = new Map();

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

  /** A chat says whose it is by its session's head, so it moves with that. */
  function chatUnits(): Unit[] {
    const known = cache.get().sessions;
    return listChats(chats).map((unit) => ({ ...unit, size: unit.size + headMark(known[unit.sessionId]) }));
  }

  /** What is kept of a session is its words too: they go with it. */
  async function unlearn(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await cache.change(({ sessions }) => {
      for (const id of ids) delete sessions[id];
    });
  }

  function headOf(sessionId: string, { title, startedAt, forkOf = null }: KnownSession): SessionHead {
    return { sessionId, cwd: workspace, title, startedAt, forkOf, subagentOf: null };
  }

  /** Where a session was copied from, if it was. Decisions older than itself give a copy away; the others cost no question. */
  async function originOf({ id, created_at }: HarnessRow, decidedAt: string | null): Promise<string | null> {
    if (decidedAt === null || created_at === null || decidedAt >= created_at) return null;
    const { forked_from: from } = (await (await tht()).show(id)) as { forked_from?: { id?: unknown } | null };
    return typeof from?.id === "string" ? from.id : null;
  }

  async function readingOf(unit: Unit, row: HarnessRow, answer: BulkDocuments, learnt: Learnt): Promise<UnitReading> {
    try {
      if ("problem" in answer) throw answer.problem;
      const { documents, forkedFrom = cache.get().sessions[row.id]?.forkOf } = answer;
      const forkOf = forkedFrom === undefined ? await originOf(row, firstDecisionAt(documents)) : forkedFrom;
      const { id: sessionId, name, created_at: createdAt } = row;
      const { size, mtime, folder = 0 } = unit as FolderUnit;
      const known = knownIn(row, { size, mtime, folder }, forkOf);
      learnt.set(sessionId, known);
      const turns = workspaceTurns({ sessionId, name, createdAt, forkOf, documents });
      return { unit, reading: { head: headOf(sessionId, known), archived: known.archived, turns } };
    } catch (error) {
      if (!isProblem(error)) throw error;
      return error.code === "session-not-found" ? { unit, reading: null } : { unit, failure: error };
    }
  }

  async function* readBatch(
    units: readonly Unit[],
    rows: ReadonlyMap<string, HarnessRow>,
    learnt: Learnt,
    signal: AbortSignal,
  ): AsyncGenerator<UnitReading, void> {
    const unitOf = new Map(units.map((unit) => [unit.sessionId, unit]));
    for (const unit of units) if (!rows.has(unit.sessionId)) yield { unit, reading: null };
    const ids = [...unitOf.keys()].filter((id) => rows.has(id));
    const failures: Error[] = [];
    for await (const answer of (await tht()).bulkDocuments(ids, signal)) {
      const read = await readingOf(unitOf.get(answer.id) as Unit, rows.get(answer.id) as HarnessRow, answer, learnt);
      if ("failure" in read) failures.push(read.failure);
      yield read;
    }
    // A harness that can read none of so many: the next ones would fare no better.
    if (failures.length === SESSIONS_AT_ONCE) throw failures[0];
  }

  function readChat(unit: Unit, isOwnPrompt: (text: string) => boolean): WorkspaceReading | null {
    const known = cache.get().sessions[unit.sessionId];
    const reading = known ? readPiFile(unit) : null;
    if (!known || !reading) return null;
    const turns = reading.turns
      .filter(({ role, text }) => !(role === "user" && isOwnPrompt(text)))
      .map((turn) => ({ ...turn, document: null }));
    return { head: headOf(unit.sessionId, known), archived: known.archived, turns };
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
      return [...sessions, ...chatUnits()];
    },

    forget: (sessionId) => unlearn(sessionId in cache.get().sessions ? [sessionId] : []),

    async *read(units, signal) {
      const isChat = ({ path }: Unit) => path.startsWith(`${chats}/`);
      const { prompts, sessionsRoot } = await settings();
      const before = cache.get().sessions;
      const sessions = units.filter((unit) => !isChat(unit));
      const isUnknown = ({ sessionId }: Unit) => !cache.get().sessions[sessionId];
      // The list that said what moved says the rest, too; of folders it has yet to be asked.
      const kept =
        sessionsRoot === null && sessions.every(({ sessionId }) => listed?.has(sessionId)) ? listed : undefined;
      const ended = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      const rows =
        kept ?? (sessions.length > 0 || units.some(isUnknown) ? await learn(ended) : new Map<string, HarnessRow>());
      if (rows === null) return;

      const isOwnPrompt = createOwnPrompts(prompts);
      const asked = new Set(units.filter(isChat).map(({ path }) => path));
      const hasNewHead = ({ sessionId }: Unit) =>
        headMark(before[sessionId]) !== headMark(cache.get().sessions[sessionId]);
      for (const unit of chatUnits().filter((unit) => asked.has(unit.path) || hasNewHead(unit))) {
        const reading = readFile(() => readChat(unit, isOwnPrompt));
        if (reading !== undefined) yield { unit, reading };
      }
      const learnt: Learnt = new Map();
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
          yield* readBatch(batch, rows, learnt, ended);
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

/** Undefined for a file that can't be read just now: it is tried again next time. */
function readFile<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
