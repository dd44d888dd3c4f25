import { readdir, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { problem } from "../http/problem.ts";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { fileRefusal } from "../lib/file-refusal.ts";
import { linkTarget } from "../lib/link-target.ts";

export interface AgentsFile {
  /**
   * As they are in the file, readable or not. A file that is none of ours is set aside: then there are none. Throws
   * `write-failed` where the system doesn't let it be read: what is in it must not be lost by a change.
   */
  entries(): Promise<Record<string, unknown>>;
  /** Replaces what is there; through a link, which stays. */
  write(agents: Record<string, unknown>): Promise<void>;
  /** What to say of a file that was set aside, until it is put back, thrown away, or written anew. */
  notice(): Promise<string | null>;
}

interface Options {
  file: string;
  now(): Date;
  /** Hears what became of a file that can't be read. */
  onTrouble(error: Error): void;
}

const ASIDE = ".unreadable-";

export function createAgentsFile({ file, now, onTrouble }: Options): AgentsFile {
  /** The one that the last look at the file set aside. */
  let met: string | null = null;
  /** One that a change met and wrote anew at once, so that nobody was told of it before. */
  let untold: string | null = null;

  const saying = (aside: string) =>
    `${file} could not be read, so the presets are in force. Nothing of it is lost: it is now ${aside}. ` +
    "Mend that file and put it back, or make your changes anew.";

  async function setAside(target: string): Promise<void> {
    const aside = `${target}${ASIDE}${now().toISOString().replaceAll(/[:.]/g, "-")}`;
    await rename(target, aside);
    met = aside;
    onTrouble(new Error(saying(aside)));
  }

  return {
    async entries() {
      met = null;
      const { target, text } = await found(file);
      if (text === null) return {};
      const agents = agentsIn(text);
      if (agents) return agents;
      await setAside(target);
      return {};
    },
    async write(agents) {
      const target = await linkTarget(file);
      await writeFileAtomic(target, `${JSON.stringify({ agents }, null, 2)}\n`, (await modeOf(target)) ?? 0o600);
      untold = met;
    },
    async notice() {
      const target = await linkTarget(file);
      const newest = await newestAside(target);
      if (newest === null) return null;
      return newest === untold || (await modeOf(target)) === null ? saying(newest) : null;
    },
  };
}

async function found(file: string): Promise<{ target: string; text: string | null }> {
  try {
    const target = await linkTarget(file);
    return { target, text: await textOf(target) };
  } catch (error) {
    const reason = fileRefusal(error);
    if (reason === null) throw error;
    throw problem(
      "write-failed",
      `${file} can't be read: ${reason}.`,
      "Mend that; until then the presets are in force.",
    );
  }
}

/** Null where there is none; a folder in its place is as a file that says nothing. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code === "EISDIR") return "";
    throw error;
  }
}

function agentsIn(text: string): Record<string, unknown> | null {
  try {
    const { agents } = JSON.parse(text);
    return isRecord(agents) ? agents : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Of a file that somebody else made the mode is theirs to choose. */
async function modeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function newestAside(file: string): Promise<string | null> {
  const prefix = basename(file) + ASIDE;
  const names = await readdir(dirname(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.startsWith(prefix))
    .sort()
    .at(-1);
  return newest === undefined ? null : join(dirname(file), newest);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
