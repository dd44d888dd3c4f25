// Reads sessions for `read-ahead.ts`, on a thread of its own.
import { parentPort, workerData } from "node:worker_threads";
import { loadReaders, type ReaderContext } from "../transcripts/index.ts";
import type { ReadAnswer, ReadOrder } from "./read-ahead.ts";
import { wordsOf } from "./turn-words.ts";

const { context, agents } = workerData as { context: ReaderContext; agents: string[] };
const readers = new Map((await loadReaders(context, new Set(agents))).map((reader) => [reader.agent, reader]));

parentPort?.on("message", ({ index, agent, unit, from }: ReadOrder) => {
  let answer: ReadAnswer;
  try {
    const reading = readers.get(agent)?.read(unit, context, from ? { from } : {}) ?? null;
    const turns = reading?.turns.map((turn) => ({ ...turn, words: wordsOf(turn) })) ?? [];
    answer = { index, reading: reading && { ...reading, turns } };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer = { index, failure: { message, code } };
  }
  parentPort?.postMessage(answer);
});
parentPort?.postMessage("ready");
