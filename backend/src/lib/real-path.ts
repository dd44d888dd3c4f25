import { realpathSync } from "node:fs";

/** The path without links, as a program knows the folder it runs in; as it is where nothing is, or can be reached. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return path;
  }
}
