import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ensureHome } from "./workspace-folder.ts";

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
  const database = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
}
