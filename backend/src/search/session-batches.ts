import type { FolderUnit } from "./workspace-folders.ts";

/** One run of the harness reads so many sessions, or so much: then others go first, and how far it has come is seen. */
export const SESSIONS_AT_ONCE = 200;
const BYTES = 4 << 20;
/** Of a document that is longer the beginning is read. */
const MOST_OF_ONE = 1 << 20;

/** Where there is no folder to look at, nothing is known of how much it is. */
export function* sessionBatches<U extends Omit<FolderUnit, "folder"> & { folder?: number }>(
  units: readonly U[],
): Generator<U[], void> {
  let batch: U[] = [];
  let bytes = 0;
  for (const unit of units) {
    const size = unit.folder === undefined ? 0 : Math.min(unit.size, MOST_OF_ONE);
    if (batch.length === SESSIONS_AT_ONCE || (batch.length > 0 && bytes + size > BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(unit);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
