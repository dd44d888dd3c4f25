// Reads sessions for `read-ahead.ts`, on a thread of its own.
import { parentPort, workerData } from "node:worker_threads";
import { loadReaders, type ReaderContext } from "../transcripts/index.ts";
import { packTurns } from "./packed-turns.ts";
import { prepare } from "./prepared-reading.ts";
import type { ReadAnswer, ReadOrder } from "./read-ahead.ts";

const { context, agents } = workerData as { context: ReaderContext; agents: string[] };
const readers = new Map((await loadReaders(context, new Set(agents))).map((reader) => [reader.agent, reader]));

parentPort?.on("message", ({ index, agent, unit, from }: ReadOrder) => {
  let answer: ReadAnswer;
  const buffers: ArrayBuffer[] = [];
  try {
    const reading = readers.get(agent)?.read(unit, context, from ? { from } : {}) ?? null;
    if (reading === null) answer = { index, reading };
    else {
      const { turns, ...rest } = prepare(agent, reading);
      const packed = packTurns(turns);
      buffers.push(packed.numbers.buffer, packed.bytes.buffer);
      answer = { index, reading: { ...rest, packed } };
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer = { index, failure: { message, code } };
  }
  parentPort?.postMessage(answer, buffers);
});
parentPort?.postMessage("ready");
