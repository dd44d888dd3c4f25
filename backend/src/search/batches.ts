import { setImmediate as nextTurn } from "node:timers/promises";
import type { Indexing, StoreProblem } from "../../api/search.ts";
import type { Database } from "./database.ts";

/** Whole sessions are kept together whenever so many characters or so much time have come together. */
export const BATCH_CHARS = 2_000_000;
const BATCH_MS = 600;
/** The event loop gets its turn after so long, at the end of a session. */
const TURN_MS = 15;

export interface BatchesRequest {
  database: Database;
  onProgress(progress: Indexing): void;
  /** Somebody waits for the index: it ends after what it is at. */
  givesWay?: AbortSignal | undefined;
  signal?: AbortSignal | undefined;
}

/** The writing of a refresh, in transactions that are large enough to be quick and small enough to let others in. */
export class Batches {
  /** What could not be read. */
  readonly problems: StoreProblem[] = [];
  readonly #request: BatchesRequest;
  readonly #total: number;
  #done = 0;
  #heldSince = performance.now();

  /** `total` sessions are to be looked at. */
  constructor(request: BatchesRequest, total: number) {
    this.#request = request;
    this.#total = total;
  }

  /** One session more is as its store is. */
  countOne(): void {
    this.#done++;
  }

  tell(): void {
    if (this.#total > 0) this.#request.onProgress({ done: this.#done, total: this.#total });
  }

  /** It gave way; what may be left is another refresh. */
  get isUnfinished(): boolean {
    return this.#request.givesWay?.aborted === true;
  }

  /** Nothing more is to begin. */
  isOver(): boolean {
    return this.isUnfinished || this.#request.signal?.aborted === true;
  }

  /** Does it with each item, until it is over; `work` answers how many characters came of it. */
  async run<T>(
    items: readonly T[],
    work: (item: T, index: number) => number | Promise<number>,
    isOver = () => this.isOver(),
  ): Promise<void> {
    const { sql } = this.#request.database;
    for (let next = 0; next < items.length && !isOver(); ) {
      sql.exec("BEGIN IMMEDIATE");
      try {
        const begun = performance.now();
        for (
          let chars = 0;
          next < items.length && chars < BATCH_CHARS && performance.now() - begun < BATCH_MS && !isOver();
          next++
        ) {
          const came = work(items[next] as T, next);
          chars += typeof came === "number" ? came : await came;
          if (performance.now() - this.#heldSince > TURN_MS) await this.#giveTurn();
        }
        sql.exec("COMMIT");
      } catch (error) {
        if (sql.isTransaction) sql.exec("ROLLBACK");
        throw error;
      }
      this.tell();
    }
  }

  async #giveTurn(): Promise<void> {
    await nextTurn();
    this.#heldSince = performance.now();
  }
}
