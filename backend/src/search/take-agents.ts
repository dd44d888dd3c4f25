import type { Reader, ReaderContext, Unit } from "../transcripts/index.ts";
import type { Batches } from "./batches.ts";
import type { Database } from "./database.ts";
import type { IndexStore } from "./index-store.ts";
import { UNREAD } from "./known-files.ts";
import { type PreparedReading, prepare } from "./prepared-reading.ts";
import { readAhead } from "./read-ahead.ts";
import { storeProblem, type Task } from "./survey.ts";

export interface AgentsRequest {
  database: Database;
  context: ReaderContext;
  /** Which recorded folders are asked about. */
  holds(folder: string): boolean;
  /** All are: whose a session is need not be looked at before it is read. */
  everything: boolean;
  /** Readers that another thread can load as well: much is then read ahead on one. */
  threads: boolean;
}

type AgentTask = Task & { reader: Reader };

/** With less to read another thread takes longer to begin than it saves. */
const WORTH_A_THREAD = 32 << 20;

/** Takes what agents' stores have of these sessions into the index. Throws what SQLite throws of the index itself. */
export async function takeAgents(
  request: AgentsRequest,
  store: IndexStore,
  batches: Batches,
  tasks: readonly Task[],
): Promise<void> {
  const { context, holds, everything, threads } = request;
  const { sql } = request.database;

  /** Those of the tasks that are asked about; of the others it is noted whose they are. */
  async function whose(all: readonly AgentTask[]): Promise<AgentTask[]> {
    const wanted: AgentTask[] = [];
    await batches.run(all, (task) => {
      if (!task.peek || isAskedAbout(task)) wanted.push(task);
      else batches.countOne();
      return 0;
    });
    return wanted;
  }

  function isAskedAbout({ reader, unit }: AgentTask): boolean {
    try {
      const head = reader.head(unit, context);
      if (head && holds(head.cwd ?? "")) return true;
      store.note(reader.agent, unit, reader.version, head);
    } catch (error) {
      failed(reader, unit, error);
    }
    return false;
  }

  async function read(wanted: readonly AgentTask[]): Promise<void> {
    const orders = wanted.map(({ reader, unit, row }) => {
      const known = row !== undefined && row.size > UNREAD && row.version === reader.version;
      return { agent: reader.agent, unit, from: known ? store.mark(row.id) : undefined };
    });
    const bytes = orders.reduce((sum, { unit, from }) => sum + unit.size - (from?.offset ?? 0), 0);
    const readHere = (index: number) => {
      const { reader, unit } = wanted[index] as AgentTask;
      const from = orders[index]?.from;
      const reading = reader.read(unit, context, from ? { from } : {});
      return reading && prepare(reader.agent, reading);
    };
    const ahead = threads && bytes > WORTH_A_THREAD ? readAhead(orders, context, readHere) : null;
    try {
      await batches.run(wanted, async (task, index) => {
        const chars = await take(task, () => (ahead ? ahead.take(index) : readHere(index)));
        batches.countOne();
        return chars;
      });
    } finally {
      await ahead?.close();
    }
  }

  /** Answers how many characters came of it. */
  async function take(
    { reader, unit, row }: AgentTask,
    readingOf: () => PreparedReading | null | Promise<PreparedReading | null>,
  ): Promise<number> {
    try {
      const reading = await readingOf();
      if (reading) return store.put(reader.agent, unit, reader.version, reading);
      if (row) store.remove(row.id);
      store.note(reader.agent, unit, reader.version, null);
    } catch (error) {
      failed(reader, unit, error);
    }
    return 0;
  }

  function failed(reader: Reader, unit: Unit, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || (code === "ERR_SQLITE_ERROR" && !isSound())) throw error;
    // Gone since it was listed: the next survey says so.
    if (code !== "ENOENT") batches.problems.push(storeProblem(reader.agent, unit.path, error));
  }

  /** Stores that are databases fail as ours does: whose failure it was shows in whether ours still answers. */
  function isSound(): boolean {
    try {
      sql.prepare("SELECT id FROM files LIMIT 1").get();
      return sql.isTransaction;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR") return false;
      throw error;
    }
  }

  const ofAgents = tasks.filter((task): task is AgentTask => task.reader !== null);
  await read(everything ? ofAgents : await whose(ofAgents));
}
