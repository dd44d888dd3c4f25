import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { makeFolders } from "../lib/make-folders.ts";

/** An agent that was left open may be told again to look at its first prompt. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

export interface PromptFiles {
  /** A name nobody else has. */
  next(): string;
  write(file: { path: string; text: string }): Promise<void>;
  remove(path: string): Promise<void>;
}

/** The prompts that went by file, readable by this user alone; those older than a week are removed with the next one. */
export function createPromptFiles({ home, now }: { home: string; now(): Date }): PromptFiles {
  const folder = join(home, "prompts");

  async function sweep(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found && now().getTime() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }

  return {
    next: () => join(folder, `${randomBytes(9).toString("base64url")}.md`),
    async write({ path, text }) {
      await makeFolders(folder, 0o700);
      await sweep();
      await writeFileAtomic(path, text, 0o600);
    },
    remove: (path) => rm(path, { force: true }),
  };
}
