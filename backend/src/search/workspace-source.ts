import { createHash } from "node:crypto";
import { join } from "node:path";
import { isProblem } from "../http/problem.ts";
import { inParallel } from "../lib/in-parallel.ts";
import type { HarnessRow, ThtRunner } from "../sessions/index.ts";
import { readPiFile, type SessionHead, titleFrom, type Unit } from "../transcripts/index.ts";
import { createOwnPrompts } from "./own-prompts.ts";
import type { WorkspaceReading, WorkspaceSettings, WorkspaceSource } from "./types.ts";
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
}

export interface OwnSessions extends WorkspaceSource {
  /** What a harness that only lists has to say after an answer: asks it where a minute has passed; whether it did. */
  settle(): Promise<boolean>;
  /** Ends what is still being read. */
  close(): void;
}

const LISTED_EVERY_MS = 60_000;
/** Of the harness's processes, so that a first index leaves some for whoever else asks. */
const READ_AT_ONCE = 3;

/** The workspace's sessions as the harness and the chats' files hold them. */
export function createWorkspaceSource(options: WorkspaceSourceOptions): OwnSessions {
  const { workspace, cache, harness, settings, now } = options;
  const chats = join(options.home, "pi/sessions");
  const closing = new AbortController();
  let runner: Promise<ThtRunner> | undefined;
  let listed: ReadonlyMap<string, HarnessRow> | undefined;

  function tht(): Promise<ThtRunner> {
    runner ??= harness.open();
    return runner;
  }

  /** Asks for the list, and keeps of it what a chat's reading needs to know of its session. */
  async function learn(): Promise<ReadonlyMap<string, HarnessRow>> {
    const rows = await (await tht()).list();
    await cache.change((known) => {
      const before = known.sessions;
      known.listedAt = now().getTime();
      known.sessions = Object.fromEntries(rows.map((row) => [row.id, knownOf(row, before[row.id])]));
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

  async function readSession(
    unit: Unit,
    row: HarnessRow | undefined,
    learnt: Map<string, KnownSession>,
  ): Promise<WorkspaceReading | null> {
    if (!row) return null;
    try {
      const documents = await (await tht()).documents(row.id, { all: true });
      const before = cache.get().sessions[row.id]?.forkOf;
      const forkOf = before === undefined ? await originOf(row, firstDecisionAt(documents)) : before;
      const { id: sessionId, name, created_at: createdAt } = row;
      const { size, mtime, folder = 0 } = unit as FolderUnit;
      const known = { ...knownOf(row, undefined), forkOf, size, mtime, folder };
      learnt.set(sessionId, known);
      return {
        head: headOf(sessionId, known),
        archived: known.archived,
        turns: workspaceTurns({ sessionId, name, createdAt, forkOf, documents }),
      };
    } catch (error) {
      if (isProblem(error, "session-not-found")) return null;
      throw error;
    }
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
    async list() {
      const { sessionsRoot } = await settings();
      const known = cache.get().sessions;
      const sessions = sessionsRoot === null ? await listedSessions() : listSessionFolders(sessionsRoot, known);
      if (sessionsRoot !== null) {
        const there = new Set(sessions.map(({ sessionId }) => sessionId));
        await unlearn(Object.keys(known).filter((sessionId) => !there.has(sessionId)));
      }
      return [...sessions, ...chatUnits()];
    },

    forget: (sessionId) => unlearn(sessionId in cache.get().sessions ? [sessionId] : []),

    async *read(units) {
      const isChat = ({ path }: Unit) => path.startsWith(`${chats}/`);
      const { prompts, sessionsRoot } = await settings();
      const before = cache.get().sessions;
      const sessions = units.filter((unit) => !isChat(unit));
      const isUnknown = ({ sessionId }: Unit) => !cache.get().sessions[sessionId];
      // The list that said what moved says the rest, too; of folders it has yet to be asked.
      const kept =
        sessionsRoot === null && sessions.every(({ sessionId }) => listed?.has(sessionId)) ? listed : undefined;
      const rows =
        kept ?? (sessions.length > 0 || units.some(isUnknown) ? await learn() : new Map<string, HarnessRow>());

      const isOwnPrompt = createOwnPrompts(prompts);
      const asked = new Set(units.filter(isChat).map(({ path }) => path));
      const hasNewHead = ({ sessionId }: Unit) =>
        headMark(before[sessionId]) !== headMark(cache.get().sessions[sessionId]);
      for (const unit of chatUnits().filter((unit) => asked.has(unit.path) || hasNewHead(unit))) {
        const reading = readFile(() => readChat(unit, isOwnPrompt));
        if (reading !== undefined) yield { unit, reading };
      }
      const learnt = new Map<string, KnownSession>();
      try {
        const read = async (unit: Unit) => ({
          unit,
          reading: await readSession(unit, rows.get(unit.sessionId), learnt),
        });
        yield* inParallel(sessions, READ_AT_ONCE, read, closing.signal);
      } finally {
        if (learnt.size > 0)
          await cache.change((known) => void Object.assign(known.sessions, Object.fromEntries(learnt)));
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

/** A harness without folders to look at tells by its row that a session moved. */
function knownOf(row: HarnessRow, before: KnownSession | undefined): KnownSession {
  const { name, question, archived, created_at: startedAt, updated_at } = row;
  const hash = createHash("sha1").update(JSON.stringify(row)).digest();
  const unit =
    before !== undefined && before.folder !== 0
      ? { size: before.size, mtime: before.mtime, folder: before.folder }
      : { size: hash.readUInt32BE(), mtime: Date.parse(updated_at ?? "") || 0, folder: 0 };
  const title = titleFrom(name ?? question ?? "");
  return { title, archived: archived === true, startedAt, forkOf: before?.forkOf, ...unit };
}

/** A fraction that changes with what a session's turns say of it. */
function headMark(known: KnownSession | undefined): number {
  if (!known) return 0;
  const { title, archived, startedAt, forkOf = null } = known;
  const hash = createHash("sha1")
    .update(JSON.stringify([title, archived, startedAt, forkOf]))
    .digest();
  return hash.readUInt16BE() / 2 ** 17;
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
