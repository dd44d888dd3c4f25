import { join } from "node:path";
import { ensureHome } from "./home-folder.ts";
import { type FileLock, takeFileLock } from "./lib/file-lock.ts";
import { StartError } from "./workspace-folder.ts";

/** One server a workspace. Always in the workspace, wherever the server keeps its files. Null where another holds it. */
export async function lockWorkspace(workspace: string): Promise<FileLock | null> {
  const folder = join(workspace, ".thoth");
  await ensureHome(folder);
  const file = join(folder, "lock");
  try {
    return takeFileLock(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SQLITE_ERROR") throw error;
    throw new StartError(
      `The server can't take its lock on the workspace: ${(error as Error).message}.\n` +
        `Make room in ${folder} and make it writable; if ${file} is broken, remove it: it holds nothing.`,
      { cause: error },
    );
  }
}
