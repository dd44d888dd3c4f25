import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "./lib/make-folders.ts";

/** The server's own folder in the workspace: nobody else's to read, and not to be committed. */
export async function ensureHome(home: string): Promise<void> {
  await makeFolders(home, 0o700);
  try {
    await writeFile(join(home, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
