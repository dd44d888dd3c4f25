import type { AgentName } from "../../api/agents.ts";
import type { TurnRole } from "../../api/search.ts";

/** The environment a reader looks up homes in (`HOME`, `CLAUDE_CONFIG_DIR`, …); never `process.env` itself. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a reader is given. */
export interface ReaderContext {
  env: Environment;
  /** Absolute folders of the projects that are asked about: stores that keep only a hash of the folder compare with these. */
  projects: readonly string[];
}

/** A session as its store keeps it: what the index notices changes by, before anything is read. */
export interface Unit {
  /** Unique over all stores. The absolute path of the session's file, or `<database>#<session id>`. */
  path: string;
  sessionId: string;
  /** Bytes of the file (with what lies beside it, such as a sidecar); for a row in a database any number that changes when it does. */
  size: number;
  /** When it last changed, in ms since 1970. */
  mtime: number;
}

/** What is known about a session besides what was said. */
export interface SessionHead {
  sessionId: string;
  /** The folder it ran in, as recorded inside; null when the store does not say. */
  cwd: string | null;
  title: string | null;
  /** ISO 8601 UTC, or null. */
  startedAt: string | null;
  /** The session this one was forked from, by id, where the store says so or its copied turns do. */
  forkOf: string | null;
  /** A session an agent started by itself, under another one. */
  subagentOf: string | null;
}

/** One thing that was said, whole and free of tool calls, thinking and injected text. */
export interface Turn {
  /** Place in its session, from 0, over all turns, short ones too. */
  seq: number;
  /** ISO 8601 UTC, or null. */
  ts: string | null;
  role: TurnRole;
  text: string;
  /** Equal for the same turn in every file that holds a copy of it (its uuid), else unique to this session. */
  key: string;
}

/** Where an append-only file was read to. Plain JSON: the index keeps it. */
export interface ReadMark {
  /** Bytes consumed: just after the last newline. */
  offset: number;
  /** Proves that what was read is still what the file begins with. */
  guard: string;
  /** The next turn's `seq`. */
  seq: number;
  /** The reader's own, small. */
  state: unknown;
}

export interface Reading {
  head: SessionHead;
  /** All turns, or with `appended` those after the mark. */
  turns: Turn[];
  /** The turns come after those of the reading before; otherwise they are all there are. */
  appended: boolean;
  /** Where to go on; null when the session has to be read whole each time. */
  mark: ReadMark | null;
  /** Bytes read from the disk. */
  bytesRead: number;
  /** Files that the agent wrote, as its tool calls name them, newest last; only when asked for. */
  touchedFiles?: string[];
}

/** A store there is, but can't be read, and why; told to the user, and the others are read. */
export interface StoreFailure {
  path: string;
  detail: string;
}

/** Is a session there for a launch in `cwd`? Only a folder that is there without the file is evidence of absence. */
export type Presence = "present" | "gone" | "unknown";

/**
 * Reads the conversations of one coding agent. Reading is synchronous: the index runs it in slices. A reader never
 * writes, never reads outside its roots, ignores what it does not know, and skips what is torn or malformed.
 */
export interface Reader {
  readonly agent: AgentName;
  /** Raise when the same file would give other turns, titles or folders: the index then reads this agent's files anew. */
  readonly version: number;
  /** Sessions only ever grow at the end, and `read` can go on from a mark. */
  readonly appendOnly: boolean;
  /** The folders and databases it may open, existing or not. */
  roots(context: ReaderContext): string[];
  /** Every session there is now. A store that is absent is empty; one that can't be read is a failure. */
  list(context: ReaderContext): { units: Unit[]; failures: StoreFailure[] };
  /** The head alone, as cheaply as it can be had (a few KB of the file); null when what is there is no session. */
  head(unit: Unit, context: ReaderContext): SessionHead | null;
  /** The session, from the mark on where that still holds; null when there is none. Throws what the file system throws. */
  read(unit: Unit, context: ReaderContext, options?: { from?: ReadMark; touchedFiles?: boolean }): Reading | null;
  /** Whether the session can still be resumed or forked by an agent started in `cwd`. */
  presence(sessionId: string, cwd: string, context: ReaderContext): Presence;
  /** The argument list that resumes a session; null where the agent has none. */
  resumeCommand(sessionId: string): string[] | null;
}
