import type { Unit } from "../transcripts/index.ts";
import { BATCH_CHARS, type Batches } from "./batches.ts";
import type { Database } from "./database.ts";
import type { IndexStore } from "./index-store.ts";
import { prepare } from "./prepared-reading.ts";
import { purge } from "./purge.ts";
import { OWN_VERSION, storeProblem, type Task } from "./survey.ts";
import type { UnitReading, WorkspaceSource } from "./types.ts";

export interface OwnRequest {
  database: Database;
  own: WorkspaceSource | null;
  /** Somebody waits for the index: the harness is not waited for. */
  givesWay?: AbortSignal | undefined;
  signal?: AbortSignal | undefined;
}

type OwnReading = Exclude<UnitReading, { failure: Error }>;

const TOLD_FAILURES = 20;
/** What the harness has read is not held for longer. */
const HELD_MS = 150;

/** Takes what the workspace has of these sessions into the index. Throws what SQLite throws. */
export async function takeOwn(
  { database, own, givesWay, signal }: OwnRequest,
  store: IndexStore,
  batches: Batches,
  tasks: readonly Task[],
): Promise<void> {
  const ours = tasks.filter(({ reader }) => reader === null);
  if (!own || ours.length === 0) return;
  const rows = new Map(ours.map(({ unit, row }) => [unit.path, row]));
  let failures = 0;
  let held: OwnReading[] = [];
  let chars = 0;
  let since = performance.now();

  async function keep(): Promise<void> {
    const readings = held;
    [held, chars, since] = [[], 0, performance.now()];
    const work = ({ unit, reading }: OwnReading) => {
      batches.countOne();
      if (reading)
        return store.put("thoth", unit, OWN_VERSION, prepare("thoth", { ...reading, appended: false, mark: null }));
      drop(unit);
      return 0;
    };
    // What was read is kept also where this ends: else every end would cost a run of the harness.
    await batches.run(readings, work, () => false);
  }

  function drop(unit: Unit): void {
    const row = rows.get(unit.path);
    if (row) {
      purge.note(database.sql);
      store.remove(row.id);
    }
    store.note("thoth", unit, OWN_VERSION, null);
  }

  /** The first ones say what is wrong; of thousands nobody reads more. */
  function notRead(unit: Unit, failure: Error): void {
    batches.countOne();
    if (failures++ < TOLD_FAILURES) batches.problems.push(storeProblem("thoth", unit.path, failure));
  }

  const ended = AbortSignal.any([signal, givesWay].filter((each) => each !== undefined));
  try {
    for await (const read of own.read(
      ours.map(({ unit }) => unit),
      ended,
    )) {
      if ("failure" in read) notRead(read.unit, read.failure);
      else {
        held.push(read);
        chars += charsOf(read.reading);
      }
      if (chars > BATCH_CHARS || performance.now() - since > HELD_MS) await keep();
      if (batches.isOver()) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR") throw error;
    batches.problems.push(storeProblem("thoth", ours[0]?.unit.path ?? "", error));
  }
  await keep();
}

const charsOf = (reading: OwnReading["reading"]) => reading?.turns.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
