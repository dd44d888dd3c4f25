import { Worker } from "node:worker_threads";
import type { AgentName } from "../../api/agent-names.ts";
import type { ReaderContext, Reading, ReadMark, Unit } from "../transcripts/index.ts";

export interface ReadOrder {
  index: number;
  agent: AgentName;
  unit: Unit;
  from: ReadMark | undefined;
}

export type ReadAnswer =
  | { index: number; reading: Reading | null }
  | { index: number; failure: { message: string; code: string | undefined } };

/** Reads sessions on another thread, a few ahead of where they are wanted. */
export interface ReadAhead {
  /** The reading of that order, or null when whoever asks had better read it: the thread is not there yet, or gone. */
  take(index: number): Promise<Reading | null> | null;
  close(): Promise<unknown>;
}

/** So many are read or wait to be taken; with them the memory they take is bounded. */
const AHEAD = 4;

/** What is parsed is soon forgotten: a large nursery would only be filled before it is swept. */
const YOUNG_MB = 8;

/** `orders` are taken in this order. What a reading throws `take` rejects with, its code kept. */
export function readAhead(orders: readonly Omit<ReadOrder, "index">[], context: ReaderContext): ReadAhead {
  const agents = [...new Set(orders.map(({ agent }) => agent))];
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: { context, agents },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting = new Map<number, PromiseWithResolvers<Reading | null>>();
  let there = false;
  let sent = 0;

  function gone(error: Error): void {
    there = false;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  worker.on("message", (answer: ReadAnswer | "ready") => {
    if (answer === "ready") {
      there = true;
      return;
    }
    const { resolve, reject } = waiting.get(answer.index) ?? Promise.withResolvers<Reading | null>();
    if ("reading" in answer) resolve(answer.reading);
    else reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
  });
  worker.on("error", (error) => gone(error));

  function send(index: number): void {
    const answer = Promise.withResolvers<Reading | null>();
    // One that is never taken, for the work was given up, is nobody's failure.
    answer.promise.catch(() => {});
    waiting.set(index, answer);
    worker.postMessage({ index, ...orders[index] } satisfies Partial<ReadOrder>);
  }

  return {
    take(index) {
      if (!there) return null;
      sent = Math.max(sent, index);
      while (sent < orders.length && sent < index + AHEAD) send(sent++);
      const answer = waiting.get(index);
      waiting.delete(index - 1);
      return answer?.promise ?? null;
    },
    close: () => worker.terminate(),
  };
}
