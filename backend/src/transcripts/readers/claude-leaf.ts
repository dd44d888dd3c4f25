import { closeSync, openSync, readSync } from "node:fs";

const BLOCK = 1 << 20;
/** What stands before the id in an entry that has it, at most. */
const KEY_ROOM = 64;
const KEY = /"(?:uuid|parentUuid|logicalParentUuid)"\s*:\s*"$/;

/** Is there an entry with this id, or one that follows it, from `from` on? Only old transcripts need to be asked. */
export function hasEntry(path: string, uuid: string, from: number): { found: boolean; bytesRead: number } {
  const needle = Buffer.from(`${uuid}"`);
  const file = openSync(path, "r");
  let bytesRead = 0;
  try {
    const block = Buffer.allocUnsafe(BLOCK + needle.length + KEY_ROOM);
    let kept = 0;
    for (let at = from; ; ) {
      const read = readSync(file, block, kept, BLOCK, at);
      if (read === 0) return { found: false, bytesRead };
      at += read;
      bytesRead += read;
      const bytes = block.subarray(0, kept + read);
      for (let hit = bytes.indexOf(needle); hit !== -1; hit = bytes.indexOf(needle, hit + 1))
        if (KEY.test(bytes.toString("latin1", Math.max(0, hit - KEY_ROOM), hit))) return { found: true, bytesRead };
      kept = Math.min(bytes.length, needle.length + KEY_ROOM);
      block.copyWithin(0, bytes.length - kept, bytes.length);
    }
  } finally {
    closeSync(file);
  }
}
