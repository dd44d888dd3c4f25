import { basename, dirname, join } from "node:path";
import { folderVariable, inHome, noteFailure, statOf, textFile } from "../folders.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Presence, Reader, ReaderContext, Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { wholeReading } from "../whole-reading.ts";
import { type AiderRun, runsIn, turnsIn, writtenIn } from "./aider-markdown.ts";

/** Aider: one history in each project, with all runs of the program in it. Only the projects asked about are looked at. */
export const aider: Reader = {
  agent: "aider",
  version: 1,
  appendOnly: false,
  roots: histories,
  list(context) {
    const failures: StoreFailure[] = [];
    return { units: histories(context).flatMap((path) => unitsIn(path, failures)), failures };
  },
  head: (unit) => read(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  presence(sessionId, _cwd, context): Presence {
    return this.list(context).units.some((unit) => unit.sessionId === sessionId) ? "present" : "unknown";
  },
  // It goes on with the whole history, or with none.
  resumeCommand: () => null,
};

const HISTORY = ".aider.chat.history.md";

function histories({ env, projects }: ReaderContext): string[] {
  const chosen = folderVariable(env, "AIDER_CHAT_HISTORY_FILE");
  return [
    ...new Set([
      ...projects.map((project) => join(project, HISTORY)),
      ...inHome(env, HISTORY),
      ...(chosen === null ? [] : [chosen]),
    ]),
  ];
}

function unitsIn(path: string, failures: StoreFailure[]): Unit[] {
  const stats = statOf(path);
  if (!stats?.isFile()) return [];
  try {
    // What a run grows by shows in its length; that another one follows does not change it.
    return identified(path, runsOf(path, stats.size, stats.mtimeMs)).map(({ id, run }) => ({
      path: `${path}#${id}`,
      sessionId: id,
      size: Buffer.byteLength(run.text),
      mtime: timeOf(run) ?? stats.mtimeMs,
    }));
  } catch (error) {
    noteFailure(path, error, failures);
    return [];
  }
}

/** The history that was read last: its runs are asked for one after the other. */
let last: { path: string; size: number; mtime: number; runs: AiderRun[] } | null = null;

function runsOf(path: string, size: number, mtime: number): AiderRun[] {
  if (last?.path === path && last.size === size && last.mtime === mtime) return last.runs;
  const runs = runsIn(textFile(path));
  last = { path, size, mtime, runs };
  return runs;
}

/** Runs have no ids: each is called by its project, its time, and its place among those of the same second. */
function identified(path: string, runs: readonly AiderRun[]): { id: string; run: AiderRun }[] {
  const seen = new Map<string, number>();
  return runs.map((run) => {
    const name = `${basename(dirname(path))}-${run.started.replace(" ", "T")}`;
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    return { id: place === 1 ? name : `${name}-${place}`, run };
  });
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  const path = unit.path.slice(0, -`#${unit.sessionId}`.length);
  const stats = statOf(path);
  if (!stats?.isFile()) return null;
  const run = identified(path, runsOf(path, stats.size, stats.mtimeMs)).find(({ id }) => id === unit.sessionId)?.run;
  if (!run) return null;
  const time = timeOf(run);
  const startedAt = time === null ? null : new Date(time).toISOString();
  const turns = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  for (const { role, text } of turnsIn(run)) turns.add(role, text, null);
  if (turns.turns.length === 0) return null;
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: dirname(path),
    title: titleFrom(asked),
    startedAt,
    forkOf: null,
    subagentOf: null,
  };
  return wholeReading(head, turns.turns, run.text.length, touchedFiles ? writtenIn(run) : undefined);
}

function timeOf({ started }: AiderRun): number | null {
  const ms = new Date(started.replace(" ", "T")).getTime();
  return Number.isFinite(ms) ? ms : null;
}
