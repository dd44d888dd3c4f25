import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ensureHome } from "./home-folder.ts";
import { StartError } from "./workspace-folder.ts";

export interface WorkspaceLock {
  release(): void;
}

/**
 * One server a workspace. Held as a SQLite transaction, so that the system frees it when its holder dies, however it
 * dies. Always in the workspace, wherever the server keeps its files. Null where another server holds it.
 */
export async function lockWorkspace(workspace: string): Promise<WorkspaceLock | null> {
  const folder = join(workspace, ".thoth");
  await ensureHome(folder);
  const file = join(folder, "lock");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    if ((error as NodeJS.ErrnoException).code !== "ERR_SQLITE_ERROR") throw error;
    throw new StartError(
      `The server can't take its lock on the workspace: ${(error as Error).message}.\n` +
        `Make room in ${folder} and make it writable; if ${file} is broken, remove it: it holds nothing.`,
      { cause: error },
    );
  }
  const held = database;
  return { release: () => held.close() };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
}
