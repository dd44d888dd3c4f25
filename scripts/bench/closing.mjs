import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const open = new Set();

/** Has `close` called when the bench ends, however it ends: what was opened last first. Returns what takes that back. */
export function whenDone(close) {
  open.add(close);
  return () => open.delete(close);
}

/** Closes all that is open. One that fails is told, and keeps none of the others from being closed. */
export async function closeAll() {
  for (let close = [...open].at(-1); close; close = [...open].at(-1)) {
    open.delete(close);
    try {
      await close();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** A folder that is gone when the bench ends. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`));
  whenDone(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
