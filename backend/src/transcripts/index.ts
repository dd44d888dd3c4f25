// Owns what is known of other agents' stores: one reader an agent, where each may have something, and nothing that lasts.
// What is read is indexed, answered and handed on elsewhere. Every reader at once is in all-readers.ts.

export { loadReaders, storeVariables } from "./present-readers.ts";
export { listPiFolder, readPiFile } from "./readers/pi-file.ts";
export { titleFrom } from "./turn-list.ts";
export type {
  Environment,
  Presence,
  Reader,
  ReaderContext,
  Reading,
  ReadMark,
  SessionHead,
  Turn,
  Unit,
} from "./types.ts";
