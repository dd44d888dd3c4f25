import type { AgentName } from "../../api/agents.ts";
import type {
  Indexing,
  SearchAnswer,
  SearchedAgents,
  SearchParams,
  SearchStatus,
  Transcript,
  TranscriptHead,
  TranscriptRange,
  Turn,
} from "../../api/search.ts";
import type { Environment, Reader, Turn as ReadTurn, SessionHead, Unit } from "../transcripts/index.ts";

/** A workspace session, an agent's session, or a unique prefix of either, resolved. */
export interface SessionRef {
  agent: AgentName;
  sessionId: string;
}

/** What a query answers for: `project` is the workspace's projects and its own sessions, `all` everything there is. */
export interface SearchOptions extends SearchParams {
  /** Instead of the configured projects, these folders (absolute). */
  projects?: readonly string[];
}

export interface RefreshOptions {
  scope?: "project" | "all";
  projects?: readonly string[];
  /** Called as files are done. */
  onProgress?: (progress: Indexing) => void;
  signal?: AbortSignal;
}

/** The index of everything said and decided, and what can be asked of it. */
export interface Search {
  /** Brings the index up to date as far as the time allows, then answers. Never throws for what was typed. */
  search(options: SearchOptions): Promise<SearchAnswer>;
  /** Turns of one session, ten either side of `around`, or from its beginning. `session-not-found` where there is none. */
  transcript(ref: SessionRef, range: TranscriptRange): Promise<Transcript>;
  /** All turns with the files the agent wrote, read from the store itself while it is there. */
  conversation(ref: SessionRef): Promise<{ head: TranscriptHead; turns: Turn[]; touchedFiles: string[] }>;
  /** `agent:ID`, a workspace id, or a prefix only one session has. `session-not-found`, or `ambiguous-session` with the candidates. */
  resolve(text: string): Promise<SessionRef>;
  /** Something was written that is searched: the next answer has it, however recently the stores were looked at. */
  changed(): void;
  refresh(options?: RefreshOptions): Promise<void>;
  /** Empties the index and reads everything anew. */
  reindex(options?: RefreshOptions): Promise<void>;
  /** Forgets sessions whose files are gone, or that one. Answers how many. */
  forget(ref?: SessionRef): Promise<number>;
  /** A workspace session was deleted: its turns leave the index and the file, before this resolves. */
  removed(sessionId: string): Promise<void>;
  status(): Promise<SearchStatus>;
  /** As the index is now: nothing is looked at. */
  agents(options: Pick<SearchOptions, "scope">): Promise<SearchedAgents>;
  /** Now and whenever it changes; null when complete. Answers how to stop. */
  onIndexing(listener: (progress: Indexing | null) => void): () => void;
  close(): Promise<void>;
}

/** What the workspace says about search; asked before each query, so kept by whoever answers until a file moves. */
export interface SearchSettings {
  /** `sessions_search` of `workspace.yaml`. */
  enabled: boolean;
  /** `keep_gone`: a transcript whose file was purged stays searchable. */
  keepGone: boolean;
  /** Absolute folders of this project. */
  projects: readonly string[];
}

/** The same, and what finding and reading its own sessions takes. */
export interface WorkspaceSettings extends SearchSettings {
  /** Where the sessions' folders are; null where the harness does not say it. */
  sessionsRoot: string | null;
  /** Folder of the prompts that begin a conversation; null where the harness has none. */
  prompts: string | null;
}

/**
 * The workspace's own sessions. A session has one unit for what the harness keeps of it, and one for each file of its
 * chat, all with the session's id; the index reads again those whose size or mtime moved.
 */
export interface WorkspaceSource {
  /**
   * Every unit there is now, found by stat alone. What is no longer among them leaves the index and the file at once.
   * Null where only the harness could tell and is not to be asked now, and once `signal` aborts: what is indexed then
   * stays.
   */
  list(signal?: AbortSignal): Promise<Unit[] | null>;
  /**
   * Reads those units, through the harness where it keeps them; in any order. What is thrown is a harness that can't be
   * asked at all. Ends early, without a failure, when `signal` aborts.
   */
  read(units: readonly Unit[], signal?: AbortSignal): AsyncIterable<UnitReading>;
  /** A session was deleted: what is kept of it beside the index goes. */
  forget(sessionId: string): Promise<void>;
}

/** Null for one that is no session any more; one that can't be read just now is tried again next time. */
export type UnitReading = { unit: Unit; reading: WorkspaceReading | null } | { unit: Unit; failure: Error };

/** Agent `thoth`. `cwd` of the head is the project's folder or the workspace; all units of a session say the same head. */
export interface WorkspaceReading {
  head: SessionHead;
  archived: boolean;
  turns: WorkspaceTurn[];
}

/** `document` is the key of the document a `document` turn is, else null. `seq` counts within its unit. */
export interface WorkspaceTurn extends ReadTurn {
  document: string | null;
}

/** What the index is opened with: `createSearch(parts): Search` in `search.ts`, which opens nothing before it is asked. */
export interface SearchParts {
  /** The database. Its folder is there, unless it could not be made. */
  file: string;
  settings(): Promise<SearchSettings>;
  /** Null without a workspace. */
  own: WorkspaceSource | null;
  /** Where the readers look up homes, and `THOTH_SESSIONS_DIR`. */
  env: Environment;
  /** The stores of agents; all of them where it is left out. */
  readers?: readonly Reader[];
  /** So long a query waits for the index to be as the stores are, in ms; without end where it is left out. */
  patienceMs?: number;
  /** A search takes the stores to be as they were so many ms ago: one after each key need not look at all of them. */
  recentMs?: number;
  /** So long another program that writes the index is waited for, in ms. */
  waitMs?: number;
  /** What resumes one of the workspace's own sessions. */
  resumeOwn(sessionId: string): string[];
  now(): Date;
}
