import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { AgentName } from "../../api/agent-names.ts";
import type { ReaderContext, ReadMark, Unit } from "../transcripts/index.ts";
import { freeTurns, type PackedTurns, unpackTurns } from "./packed-turns.ts";
import type { PreparedReading } from "./prepared-reading.ts";

export interface ReadOrder {
  index: number;
  agent: AgentName;
  unit: Unit;
  from: ReadMark | undefined;
}

export type ReadAnswer =
  | { index: number; reading: PackedReading | null }
  | { index: number; failure: { message: string; code: string | undefined } };

type PackedReading = Omit<PreparedReading, "turns"> & { packed: PackedTurns };

/** Reads sessions on another thread, a few ahead of where they are wanted. */
export interface ReadAhead {
  /** The reading of that order, which holds until the next is taken; or null when whoever asks had better read it: the thread is not there yet, or gone. */
  take(index: number): Promise<PreparedReading | null> | null;
  close(): Promise<unknown>;
}

/** So much is being read or waits to be taken, and at least two: with it the memory they take is bounded. */
const AHEAD_BYTES = 16 << 20;
const AHEAD = 2;

/** What is parsed is soon forgotten: a large nursery would only be filled before it is swept. */
const YOUNG_MB = 4;

/** `orders` are taken in this order. What a reading throws `take` rejects with, its code kept. */
export function readAhead(orders: readonly Omit<ReadOrder, "index">[], context: ReaderContext): ReadAhead {
  const agents = [...new Set(orders.map(({ agent }) => agent))];
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: { context, agents },
    env: { ...process.env, ...compileCache() },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting = new Map<number, PromiseWithResolvers<PackedReading | null>>();
  let there = false;
  /** `orders[taken, sent)` are on their way, or wait. */
  let taken = 0;
  let sent = 0;
  let bytes = 0;
  /** The one that was taken last. */
  let held: PackedTurns | null = null;

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
    const { resolve, reject } = waiting.get(answer.index) ?? Promise.withResolvers<PackedReading | null>();
    if ("reading" in answer) resolve(answer.reading);
    else reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
  });
  worker.on("error", (error) => gone(error));

  function send(index: number): void {
    const answer = Promise.withResolvers<PackedReading | null>();
    // One that is never taken, for the work was given up, is nobody's failure.
    answer.promise.catch(() => {});
    waiting.set(index, answer);
    worker.postMessage({ index, ...orders[index] } satisfies Partial<ReadOrder>);
  }

  function bytesOf(index: number): number {
    const { unit, from } = orders[index] as (typeof orders)[number];
    return unit.size - (from?.offset ?? 0);
  }

  function unpacked(reading: PackedReading | null): PreparedReading | null {
    // At once: the collector of garbage comes when there is much of it.
    if (held) freeTurns(held);
    held = reading?.packed ?? null;
    if (reading === null) return null;
    const { packed, ...rest } = reading;
    return { ...rest, turns: unpackTurns(packed) };
  }

  return {
    take(index) {
      if (!there) return null;
      if (sent < index) [taken, sent] = [index, index];
      for (; taken < index; taken++) bytes -= bytesOf(taken);
      for (; sent < orders.length && (sent < index + AHEAD || bytes < AHEAD_BYTES); sent++) {
        bytes += bytesOf(sent);
        send(sent);
      }
      const answer = waiting.get(index);
      waiting.delete(index - 1);
      return answer?.promise.then(unpacked) ?? null;
    },
    close: () => worker.terminate(),
  };
}

/** A thread has the cache of what was compiled by its environment only; without it, it compiles for longer than it saves. */
function compileCache(): NodeJS.ProcessEnv {
  // Node answers the folder for this version of it, which lies in the one it is to be given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
