import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { systemCode } from "../problem.ts";
import { folderEntries } from "../session-folders.ts";
import { INDEX_FILE, INDEX_FOLDER, MAX_INDEX_BYTES, SEAL } from "./list-index.ts";

const LEFTOVER_MS = 60 * 60 * 1000;

/** An index that is being made. Close it in any case. */
export interface IndexDraft {
  /** When it was begun, by the clock of the disk that the sessions are on; in milliseconds since 1970. */
  begun: number;
  /** Puts it in the place of the one before. Where that can't be done there is just no new index. */
  save(bytes: Uint8Array): void;
  close(): void;
}

/** Null where nothing can be written: on a full disk, in a folder that is another's. */
export function beginIndex(root: string): IndexDraft | null {
  const folder = join(root, INDEX_FOLDER);
  const temporary = join(folder, `${INDEX_FILE}-${randomBytes(6).toString("hex")}.tmp`);
  const file = attempt(() => openTemporary(folder, temporary));
  if (file === null) return null;
  let saved = false;
  return {
    begun: fstatSync(file).ctimeMs,
    save(bytes) {
      if (bytes.length > MAX_INDEX_BYTES) return;
      attempt(() => {
        writeFileSync(file, bytes);
        futimesSync(file, SEAL, SEAL);
        // Else a power cut could leave the name and the time without the content.
        fsyncSync(file);
        renameSync(temporary, join(folder, INDEX_FILE));
        saved = true;
        removeLeftovers(folder);
      });
    },
    close() {
      closeSync(file);
      if (!saved) attempt(() => rmSync(temporary, { force: true }));
    },
  };
}

function openTemporary(folder: string, temporary: string): number | null {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) mkdirSync(folder);
  else if (!stat.isDirectory()) return null;
  // For its owner only: it repeats what the sessions say, and their folders may be closed to others.
  return openSync(temporary, "wx", 0o600);
}

function removeLeftovers(folder: string): void {
  for (const { name } of folderEntries(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const isOld = stat?.isFile() && Date.now() - stat.mtimeMs > LEFTOVER_MS;
    if (isOld && name.endsWith(".tmp")) rmSync(path, { force: true });
  }
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    if (systemCode(error)) return null;
    throw error;
  }
}
