import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Terminal } from "../../../api/terminals.ts";
import { writeFileAtomic } from "../../lib/atomic-file.ts";

/** How servers find a host, and what it leaves behind should it be killed. */
export interface HostRecord {
  socket: string;
  pid: number;
  protocol: number;
  version: string;
  startedAt: string;
  /** Ids of its terminals, those too that are just being made. */
  terminals: string[];
  /** What is told of them should it be killed while no server is there; hosts of earlier releases write none. */
  known?: Terminal[];
}

const SUFFIX = ".json";

export const hostsFolder = (home: string) => join(home, "terminals");

/** One host a version: a name that two hosts never have at the same time. */
export const hostName = (protocol: number, version: string) => `host-${protocol}-${version}`;

export async function writeHostRecord(home: string, name: string, record: HostRecord): Promise<void> {
  await writeFileAtomic(join(hostsFolder(home), name + SUFFIX), `${JSON.stringify(record, null, 2)}\n`);
}

export async function removeHostRecord(home: string, name: string): Promise<void> {
  await rm(join(hostsFolder(home), name + SUFFIX), { force: true });
}

/** Arguments that are written down, in characters; a longer command line can't be started anew. */
const MAX_ARGV = 64 * 1024;

/** A terminal as it is written down: an agent's arguments hold its prompt, and it is started anew without them. */
export function remembered(terminal: Terminal): Terminal {
  const { agent, argv } = terminal;
  if (agent !== null) return { ...terminal, argv: argv.slice(0, 1) };
  return argv.reduce((sum, argument) => sum + argument.length, 0) > MAX_ARGV ? { ...terminal, argv: [] } : terminal;
}

/** By name. What is no record is left out. */
export async function readHostRecords(home: string): Promise<Map<string, HostRecord>> {
  const records = new Map<string, HostRecord>();
  const names = await readdir(hostsFolder(home)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names.filter((entry) => entry.endsWith(SUFFIX)).sort()) {
    const record = await readRecord(join(hostsFolder(home), name));
    if (record) records.set(name.slice(0, -SUFFIX.length), record);
  }
  return records;
}

async function readRecord(path: string): Promise<HostRecord | null> {
  try {
    const value = JSON.parse(await readFile(path, "utf8"));
    const isRecord =
      typeof value?.socket === "string" && typeof value.pid === "number" && Array.isArray(value.terminals);
    if (!isRecord) return null;
    return Array.isArray(value.known) ? value : { ...value, known: [] };
  } catch (error) {
    // One that can't be read must not hide the others. Out of open files none could be: that says nothing about this one.
    const { code } = error as NodeJS.ErrnoException;
    const isUnreadable = code !== undefined && code !== "EMFILE" && code !== "ENFILE";
    if (error instanceof SyntaxError || isUnreadable) return null;
    throw error;
  }
}
