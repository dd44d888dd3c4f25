import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The server's own folder in the workspace: nobody else's to read, and not to be committed. */
export async function ensureHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(home, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
