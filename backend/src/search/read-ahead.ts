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
  /** The reading of that order, which holds until the next is taken; null where there is no session. */
  take(index: number): Promise<PreparedReading | null>;
  close(): Promise<unknown>;
}

/** So much is being read or waits to be taken, and at least two: with it the memory they take is bounded. */
const AHEAD_BYTES = 16 << 20;
const AHEAD = 2;

/** What is parsed is soon forgotten: a large nursery would only be filled before it is swept. */
const YOUNG_MB = 4;

/** In the place of a reading: the thread never began. */
const UNREAD = "unread";
type Order = PromiseWithResolvers<PackedReading | null | typeof UNREAD>;

/**
 * `orders` are taken in this order, without a gap. What a reading throws `take` rejects with, its code kept. `readHere`
 * reads one on this thread, where the other one could not begin or has ended; until then it is waited for, since two
 * threads that read compile all of it twice.
 */
export function readAhead(
  orders: readonly Omit<ReadOrder, "index">[],
  context: ReaderContext,
  readHere: (index: number) => PreparedReading | null,
): ReadAhead {
  const agents = [...new Set(orders.map(({ agent }) => agent))];
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: { context, agents },
    env: { ...process.env, ...compileCache() },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting = new Map<number, Order>();
  let state: "begins" | "reads" | "gone" = "begins";
  let sent = 0;
  /** Of those that wait. */
  let bytes = 0;
  /** The one that was taken last. */
  let held: PackedTurns | null = null;

  function gone(error: Error): void {
    for (const { resolve, reject } of waiting.values())
      if (state === "reads") reject(error);
      else resolve(UNREAD);
    waiting.clear();
    state = "gone";
  }

  worker.on("message", (answer: ReadAnswer | "ready") => {
    if (answer === "ready") {
      state = "reads";
      return;
    }
    const order = waiting.get(answer.index);
    if ("reading" in answer) order?.resolve(answer.reading);
    else order?.reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
  });
  worker.on("error", gone);
  worker.on("exit", () => gone(new Error("The thread that reads sessions has ended.")));

  function send(index: number): void {
    const order: Order = Promise.withResolvers();
    // One that is never taken, for the work was given up, is nobody's failure.
    order.promise.catch(() => {});
    waiting.set(index, order);
    bytes += bytesOf(index);
    worker.postMessage({ index, ...orders[index] } satisfies Partial<ReadOrder>);
  }

  function bytesOf(index: number): number {
    const { unit, from } = orders[index] as (typeof orders)[number];
    return unit.size - (from?.offset ?? 0);
  }

  function unpacked(reading: PackedReading | null): PreparedReading | null {
    held = reading?.packed ?? null;
    if (reading === null) return null;
    const { packed, ...rest } = reading;
    return { ...rest, turns: unpackTurns(packed) };
  }

  return {
    async take(index) {
      // At once: the collector of garbage comes when there is much of it.
      if (held) freeTurns(held);
      held = null;
      if (state !== "gone")
        for (; sent < orders.length && (waiting.size < AHEAD || bytes < AHEAD_BYTES); sent++) send(sent);
      try {
        const reading = await (waiting.get(index)?.promise ?? UNREAD);
        return reading === UNREAD ? readHere(index) : unpacked(reading);
      } finally {
        if (waiting.delete(index)) bytes -= bytesOf(index);
      }
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
