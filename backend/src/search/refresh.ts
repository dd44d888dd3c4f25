import { setImmediate as nextTurn } from "node:timers/promises";
import type { Indexing, StoreProblem } from "../../api/search.ts";
import type { Reader, ReaderContext, Reading, Unit } from "../transcripts/index.ts";
import { type Database, transaction } from "./database.ts";
import { IndexStore, UNREAD } from "./index-store.ts";
import { takeLease } from "./lease.ts";
import { purge } from "./purge.ts";
import { readAhead } from "./read-ahead.ts";
import { isEmpty, makePlan, OWN_VERSION, type Plan, type Survey, storeProblem, type Task } from "./survey.ts";
import type { UnitReading, WorkspaceSource } from "./types.ts";

export interface RefreshRequest {
  database: Database;
  /** Of the database, beside which the lease lies. */
  file: string;
  survey: Survey;
  context: ReaderContext;
  own: WorkspaceSource | null;
  /** Which recorded folders are asked about. */
  holds(folder: string): boolean;
  /** All are: whose a session is need not be looked at before it is read. */
  everything: boolean;
  /** Readers that another thread can load as well: much is then read ahead on one. */
  threads: boolean;
  keepGone: boolean;
  /** How long to wait for another writer. */
  waitMs: number;
  onProgress(progress: Indexing): void;
  /** Somebody waits for the index: it ends after what it is at. */
  givesWay?(): boolean;
  signal?: AbortSignal | undefined;
}

export interface RefreshOutcome {
  /** Another program is writing, and was not waited for any longer. */
  stale: boolean;
  problems: StoreProblem[];
  /** It gave way; what is left is another refresh. */
  unfinished?: boolean;
}

/** Whole sessions are kept together whenever so many characters or so much time have come together. */
const BATCH_CHARS = 2_000_000;
const BATCH_MS = 150;
/** The event loop gets its turn after so long, at the end of a session. */
const TURN_MS = 15;
const TOLD_FAILURES = 20;
/** With less to read another thread takes longer to begin than it saves. */
const WORTH_A_THREAD = 32 << 20;

/** Makes the index as the stores are. Throws what SQLite throws. */
export async function refresh(request: RefreshRequest): Promise<RefreshOutcome> {
  const { database, survey, holds, file, waitMs, signal } = request;
  const store = new IndexStore(database.sql);
  const plan = () => makePlan(survey, store.files(), holds);
  const { problems } = survey;
  if (isEmpty(plan()) && !purge.isPending(database.sql)) return { stale: false, problems };
  const lease = database.temporary
    ? { release() {} }
    : await takeLease({ file, waitMs, needless: () => isEmpty(plan()), signal });
  if (lease === "waiting") return { stale: true, problems };
  if (lease === null) return { stale: false, problems };
  try {
    const work = new Refresh(request, store, plan());
    await work.run();
    return { stale: false, problems: [...problems, ...work.problems], unfinished: work.isUnfinished };
  } finally {
    lease.release();
  }
}

type OwnReading = Exclude<UnitReading, { failure: Error }>;

class Refresh {
  readonly problems: StoreProblem[] = [];
  isUnfinished = false;
  readonly #request: RefreshRequest;
  readonly #store: IndexStore;
  readonly #plan: Plan;
  #done = 0;
  #failures = 0;
  #heldSince = performance.now();

  constructor(request: RefreshRequest, store: IndexStore, plan: Plan) {
    this.#request = request;
    this.#store = store;
    this.#plan = plan;
  }

  async run(): Promise<void> {
    const { database } = this.#request;
    const { tasks, missing, moved, back } = this.#plan;
    this.#progress();
    if (missing.length + moved.length + back.length > 0)
      transaction(database, () => {
        for (const { row, path } of moved) this.#store.rename(row.id, path);
        for (const row of back) this.#store.setGone(row.id, false);
        for (const row of missing) {
          const kept = row.agent !== "thoth" && this.#request.keepGone && row.size >= 0;
          if (!kept && row.size >= 0) purge.note(database.sql);
          if (kept) this.#store.setGone(row.id, true);
          else this.#store.remove(row.id);
        }
      });
    const ofAgents = tasks.filter(({ reader }) => reader !== null);
    const wanted = this.#request.everything ? ofAgents : await this.#whose(ofAgents);
    await this.#read(wanted);
    await this.#own(tasks.filter(({ reader }) => reader === null));
    if (purge.isPending(database.sql)) await purge(database);
  }

  /** Those of the tasks that are asked about; of the others it is noted whose they are. */
  async #whose(tasks: readonly Task[]): Promise<Task[]> {
    const wanted: Task[] = [];
    await this.#inBatches(tasks, (task) => {
      if (!task.peek || this.#isAskedAbout(task)) wanted.push(task);
      else this.#done++;
      return 0;
    });
    return wanted;
  }

  async #read(tasks: readonly Task[]): Promise<void> {
    const orders = tasks.map(({ reader, unit, row }) => {
      const known = row !== undefined && row.size > UNREAD && row.version === reader?.version;
      return { agent: (reader as Reader).agent, unit, from: known ? this.#store.mark(row.id) : undefined };
    });
    const bytes = orders.reduce((sum, { unit, from }) => sum + unit.size - (from?.offset ?? 0), 0);
    const { threads, context } = this.#request;
    const ahead = threads && bytes > WORTH_A_THREAD ? readAhead(orders, context) : null;
    try {
      await this.#inBatches(tasks, async (task, index) => {
        const chars = await this.#take(task, () => {
          const { unit, from } = orders[index] as (typeof orders)[number];
          return ahead?.take(index) ?? (task.reader as Reader).read(unit, context, from ? { from } : {});
        });
        this.#done++;
        return chars;
      });
    } finally {
      await ahead?.close();
    }
  }

  /** Each task answers how many characters came of it. */
  async #inBatches<T>(tasks: readonly T[], work: (task: T, index: number) => number | Promise<number>): Promise<void> {
    const { sql } = this.#request.database;
    for (let next = 0; next < tasks.length && !this.#isOver(); ) {
      sql.exec("BEGIN IMMEDIATE");
      try {
        const begun = performance.now();
        for (
          let chars = 0;
          next < tasks.length && chars < BATCH_CHARS && performance.now() - begun < BATCH_MS;
          next++
        ) {
          const came = work(tasks[next] as T, next);
          chars += typeof came === "number" ? came : await came;
          if (performance.now() - this.#heldSince > TURN_MS) await this.#giveTurn();
        }
        sql.exec("COMMIT");
      } catch (error) {
        if (sql.isTransaction) sql.exec("ROLLBACK");
        throw error;
      }
      this.#progress();
    }
  }

  #isAskedAbout({ reader, unit }: Task): boolean {
    const { context, holds } = this.#request;
    if (!reader) return true;
    try {
      const head = reader.head(unit, context);
      if (head && holds(head.cwd ?? "")) return true;
      this.#store.note(reader.agent, unit, reader.version, head);
    } catch (error) {
      this.#failed(reader, unit, error);
    }
    return false;
  }

  /** Takes what is read of one session into the index; answers how many characters came of it. */
  async #take({ reader, unit, row }: Task, read: () => Reading | null | Promise<Reading | null>): Promise<number> {
    if (!reader) return 0;
    try {
      const reading = await read();
      if (reading) return this.#store.put(reader.agent, unit, reader.version, { ...reading, archived: false });
      if (row) this.#store.remove(row.id);
      this.#store.note(reader.agent, unit, reader.version, null);
    } catch (error) {
      this.#failed(reader, unit, error);
    }
    return 0;
  }

  #failed(reader: Reader, unit: Unit, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || (code === "ERR_SQLITE_ERROR" && !this.#isSound())) throw error;
    // Gone since it was listed: the next survey says so.
    if (code !== "ENOENT") this.problems.push(storeProblem(reader.agent, unit.path, error));
  }

  /** Stores that are databases fail as ours does: whose failure it was shows in whether ours still answers. */
  #isSound(): boolean {
    const { sql } = this.#request.database;
    try {
      sql.prepare("SELECT id FROM files LIMIT 1").get();
      return sql.isTransaction;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR") return false;
      throw error;
    }
  }

  async #own(tasks: readonly Task[]): Promise<void> {
    const { own, signal } = this.#request;
    if (!own || tasks.length === 0) return;
    const rows = new Map(tasks.map(({ unit, row }) => [unit.path, row]));
    let held: OwnReading[] = [];
    let chars = 0;
    let since = performance.now();
    const keep = async () => {
      const readings = held;
      [held, chars, since] = [[], 0, performance.now()];
      await this.#inBatches(readings, ({ unit, reading }) => {
        this.#done++;
        if (reading) return this.#store.put("thoth", unit, OWN_VERSION, { ...reading, appended: false, mark: null });
        this.#drop(unit, rows.get(unit.path)?.id);
        return 0;
      });
    };
    const units = tasks.map(({ unit }) => unit);
    try {
      for await (const read of own.read(units, signal)) {
        if ("failure" in read) this.#notRead(read.unit, read.failure);
        else {
          held.push(read);
          chars += charsOf(read.reading);
        }
        if (chars > BATCH_CHARS || performance.now() - since > BATCH_MS) await keep();
        if (this.#isOver()) break;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR") throw error;
      this.problems.push(storeProblem("thoth", tasks[0]?.unit.path ?? "", error));
    }
    await keep();
  }

  /** The first ones say what is wrong; of thousands nobody reads more. */
  #notRead(unit: Unit, failure: Error): void {
    this.#done++;
    if (this.#failures++ < TOLD_FAILURES) this.problems.push(storeProblem("thoth", unit.path, failure));
  }

  #drop(unit: Unit, id: number | undefined): void {
    if (id !== undefined) {
      purge.note(this.#request.database.sql);
      this.#store.remove(id);
    }
    this.#store.note("thoth", unit, OWN_VERSION, null);
  }

  #isOver(): boolean {
    if (this.#request.givesWay?.()) this.isUnfinished = true;
    return this.isUnfinished || this.#request.signal?.aborted === true;
  }

  #progress(): void {
    const total = this.#plan.tasks.length;
    if (total > 0) this.#request.onProgress({ done: this.#done, total });
  }

  async #giveTurn(): Promise<void> {
    await nextTurn();
    this.#heldSince = performance.now();
  }
}

const charsOf = (reading: OwnReading["reading"]) => reading?.turns.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
