import { realpathSync } from "node:fs";
import type { AgentConfig, AgentName } from "../../api/agents.ts";
import type { Environment, Presence, Reader, ReaderContext, Reading, SessionHead, Unit } from "../transcripts/index.ts";
import { programOf } from "./presets.ts";

/** A conversation where its agent keeps it. */
export interface Stored {
  unit: Unit;
  head: SessionHead;
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

/** Clocks of files and of sessions may differ by a little. */
const SLACK_MS = 2000;

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
    return head ? { unit, head } : null;
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
      const folder = real(cwd);
      return reader
        .list(context)
        .units.filter(({ mtime }) => mtime >= since - SLACK_MS)
        .map(stored)
        .filter((candidate) => candidate !== null)
        .filter(({ head }) => head.subagentOf === null && head.cwd !== null && real(head.cwd) === folder)
        .filter(({ head, unit }) => begunAt(head, unit) >= since - SLACK_MS)
        .sort((a, b) => begunAt(b.head, b.unit) - begunAt(a.head, a.unit));
    },
    read: ({ unit }) => unlessGone(() => reader.read(unit, context, { touchedFiles: true })),
  };
}

function begunAt({ startedAt }: SessionHead, { mtime }: Unit): number {
  const started = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return Number.isNaN(started) ? mtime : started;
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

export function real(folder: string): string {
  return unlessGone(() => realpathSync(folder)) ?? folder;
}
