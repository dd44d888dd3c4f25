import type { AgentName } from "../../api/agent-names.ts";
import type { StoreProblem } from "../../api/search.ts";
import type { Reader, ReaderContext, Unit } from "../transcripts/index.ts";
import { createBreaths } from "./breaths.ts";
import { type FileRow, NO_SESSION, UNREAD } from "./known-files.ts";
import type { WorkspaceSource } from "./types.ts";

/** Everything the stores have now. */
export interface Survey {
  units: { reader: Reader | null; unit: Unit }[];
  /** Null where the workspace could not tell: what is known of it stays. */
  ownListed: boolean;
  problems: StoreProblem[];
  /** Where a unit that is known and not among these would have to be. */
  roots: ReadonlyMap<AgentName, readonly string[]>;
}

export interface Task {
  /** Null for the workspace's own. */
  reader: Reader | null;
  unit: Unit;
  row: FileRow | undefined;
  /** Look first whose it is. */
  peek: boolean;
}

export interface Plan {
  tasks: Task[];
  moved: { row: FileRow; path: string }[];
  missing: FileRow[];
  back: FileRow[];
}

/** The version of what the workspace's own sessions are read by. */
export const OWN_VERSION = 1;

/** Of no use once `signal` has aborted. */
export async function takeSurvey(
  readers: readonly Reader[],
  own: WorkspaceSource | null,
  context: ReaderContext,
  signal?: AbortSignal,
): Promise<Survey> {
  const breathe = createBreaths();
  const units: Survey["units"] = [];
  const problems: StoreProblem[] = [];
  const roots = new Map<AgentName, readonly string[]>();
  for (const reader of readers) {
    await breathe();
    try {
      const listed = reader.list(context);
      for (const unit of listed.units) units.push({ reader, unit });
      for (const failure of listed.failures) problems.push({ agent: reader.agent, ...failure });
      roots.set(reader.agent, reader.roots(context));
    } catch (error) {
      problems.push(storeProblem(reader.agent, reader.roots(context)[0] ?? "", error));
    }
  }
  let listed: Unit[] | null = null;
  try {
    listed = own ? await own.list(signal) : null;
  } catch (error) {
    problems.push(storeProblem("thoth", "", error));
  }
  for (const unit of listed ?? []) units.push({ reader: null, unit });
  return { units, problems, roots, ownListed: listed !== null };
}

export function storeProblem(agent: AgentName, path: string, error: unknown): StoreProblem {
  return { agent, path, detail: error instanceof Error ? error.message : String(error) };
}

/** What has to be done for the index to be as the stores are; `holds` says which recorded folders are asked about. */
export function makePlan(
  survey: Survey,
  known: ReadonlyMap<string, FileRow>,
  holds: (folder: string) => boolean,
): Plan {
  const listed = new Set<FileRow>();
  const plan: Plan = { tasks: [], moved: [], missing: [], back: [] };
  const newcomers: Task[] = [];
  for (const { reader, unit } of survey.units) {
    const row = known.get(unit.path);
    if (row) listed.add(row);
    if (!row) newcomers.push({ reader, unit, row, peek: reader !== null });
    else {
      if (row.gone === 1) plan.back.push(row);
      const todo = whatToDo(row, unit, reader, holds);
      if (todo) plan.tasks.push({ reader, unit, row, peek: todo === "peek" });
    }
  }
  const unlisted = listed.size === known.size ? [] : [...known.values()].filter((row) => !listed.has(row));
  const missing = unlisted.filter((row) => isMissing(row, survey));
  takeMoved(plan, newcomers, missing, holds);
  plan.missing = missing.filter((row) => row.gone === 0 || row.agent === "thoth");
  plan.tasks.push(...newcomers);
  // Who said it first is mostly whose file is older: fewer turns change hands.
  plan.tasks.sort((a, b) => a.unit.mtime - b.unit.mtime);
  return plan;
}

export function isEmpty({ tasks, moved, missing, back }: Plan): boolean {
  return tasks.length + moved.length + missing.length + back.length === 0;
}

function whatToDo(
  row: FileRow,
  unit: Unit,
  reader: Reader | null,
  holds: (folder: string) => boolean,
): "read" | "peek" | null {
  if (row.forgotten === 1) return null;
  const newer = row.version !== (reader?.version ?? OWN_VERSION);
  if (row.size === NO_SESSION) return newer || row.mtime !== unit.mtime ? (reader ? "peek" : "read") : null;
  const changed = newer || row.size !== unit.size || row.mtime !== unit.mtime;
  if (!changed) return null;
  if (!reader || (row.folder !== null && holds(row.folder))) return "read";
  if (row.folder !== null) return newer && row.size === UNREAD ? "peek" : null;
  if (row.size > UNREAD) return holds("") ? "read" : null;
  // One that said nothing of its folder may say it now.
  if (row.mtime !== unit.mtime || newer || holds("")) return "peek";
  return null;
}

function isMissing(row: FileRow, { roots, problems, ownListed }: Survey): boolean {
  if (row.agent === "thoth") return ownListed;
  if (!roots.get(row.agent)?.some((root) => isIn(row.path, root))) return false;
  return !problems.some(({ agent, path }) => agent === row.agent && isIn(row.path, path));
}

/** Is it that file, one in that folder, or a session in that database? */
const isIn = (path: string, place: string) =>
  path.startsWith(place) && (place.endsWith("/") || place === "" || /^($|[/\\#])/.test(path.slice(place.length)));

/** A session that is missing here and new there, under the same id, is the same file, which may have gone on there. */
function takeMoved(plan: Plan, newcomers: Task[], missing: FileRow[], holds: (folder: string) => boolean): void {
  for (let index = newcomers.length - 1; index >= 0; index--) {
    const { reader, unit } = newcomers[index] as Task;
    if (!reader) continue;
    const from = missing.findIndex(({ agent, session }) => agent === reader.agent && session === unit.sessionId);
    if (from === -1) continue;
    const row = missing[from] as FileRow;
    plan.moved.push({ row, path: unit.path });
    const todo = whatToDo(row, unit, reader, holds);
    if (todo) plan.tasks.push({ reader, unit, row, peek: todo === "peek" });
    missing.splice(from, 1);
    newcomers.splice(index, 1);
  }
}
