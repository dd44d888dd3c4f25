import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Throws what the file system throws, `ENOENT` where it makes no
 * folders, such as in /proc: Node's own recursive way never ends there.
 */
export async function makeFolders(path: string, mode: number): Promise<void> {
  if (!(await isThere(path))) {
    const above = dirname(path);
    if (!(await isThere(above))) await makeFolders(above, mode);
  }
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
