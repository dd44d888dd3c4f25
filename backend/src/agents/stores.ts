import { statSync } from "node:fs";
import type { AgentConfig, AgentName } from "../../api/agents.ts";
import { realPath } from "../lib/real-path.ts";
import type { Environment, Presence, Reader, ReaderContext, Reading, SessionHead, Unit } from "../transcripts/index.ts";
import { programOf } from "./presets.ts";

/** A conversation where its agent keeps it. */
export interface Stored {
  unit: Unit;
  head: SessionHead;
  /** When it came to be, in ms since 1970. */
  begunAt: number;
}

/** The conversations that one configured agent's programs see: its own variables decide where it keeps them. */
export interface Store {
  agent: AgentName;
  presence(sessionId: string, cwd: string): Presence;
  find(sessionId: string): Stored | null;
  /** Those begun in that folder at or after the time (ms since 1970), by the user and not by an agent; newest first. */
  begunSince(cwd: string, since: number): Stored[];
  read(stored: Stored): Reading | null;
}

export interface Stores {
  /** Null where nobody knows how that agent keeps its conversations. */
  of(id: string, config: AgentConfig): Store | null;
}

/** A clock may be read a moment after the program has begun. */
const SLACK_MS = 100;

export function createStores(options: {
  readers: readonly Reader[];
  env: Environment;
  projects(): readonly string[];
}): Stores {
  const { readers, env, projects } = options;
  return {
    of(id, config) {
      const agent = programOf(id, config)?.store;
      const reader = readers.find((candidate) => candidate.agent === agent);
      return reader ? storeOf(reader, { env: { ...env, ...config.env }, projects: projects() }) : null;
    },
  };
}

function storeOf(reader: Reader, context: ReaderContext): Store {
  function stored(unit: Unit): Stored | null {
    const head = unlessGone(() => reader.head(unit, context));
    return head ? { unit, head, begunAt: begunAt(head, unit) } : null;
  }

  return {
    agent: reader.agent,
    presence: (sessionId, cwd) => reader.presence(sessionId, cwd, context),
    find(sessionId) {
      const units = reader.list(context).units.filter((unit) => unit.sessionId === sessionId);
      // A session that was moved and written again may be there twice: the newest is the one that goes on.
      const newest = units.sort((a, b) => b.mtime - a.mtime)[0];
      return newest ? stored(newest) : null;
    },
    begunSince(cwd, since) {
      const folder = realPath(cwd);
      return reader
        .list(context)
        .units.filter(({ mtime }) => mtime >= since - SLACK_MS)
        .map(stored)
        .filter((candidate) => candidate !== null)
        .filter(({ head }) => head.subagentOf === null && head.cwd !== null && realPath(head.cwd) === folder)
        .filter((candidate) => candidate.begunAt >= since - SLACK_MS)
        .sort((a, b) => b.begunAt - a.begunAt);
    },
    read: ({ unit }) => unlessGone(() => reader.read(unit, context, { touchedFiles: true })),
  };
}

/** A copy begins with what the original began with: it is as old as its file, or as what last changed it. */
function begunAt({ startedAt, forkOf }: SessionHead, { mtime, path }: Unit): number {
  const started = startedAt === null || forkOf !== null ? Number.NaN : Date.parse(startedAt);
  if (!Number.isNaN(started)) return started;
  return (forkOf !== null && unlessGone(() => statSync(path).birthtimeMs)) || mtime;
}

/** Agents write and move their files while we look. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
