import { open, rename, rm } from "node:fs/promises";
import { lateCrypto } from "./late-crypto.ts";

/** Replaces a file as a whole: after a kill at any instant the old content is there or the new one. */
export async function writeFileAtomic(path: string, content: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.${process.pid}-${lateCrypto().randomBytes(4).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
