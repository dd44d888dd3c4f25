import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { takeFileLock } from "../lib/file-lock.ts";
import { processEntry } from "../lib/process-tree.ts";
import { type HostRecord, hostsFolder } from "./host/host-record.ts";

const DEATH_MS = 3_000;
const DEATH_LOOK_MS = 20;

/** Its process is gone, or another one has its number: a host holds its lock for as long as it lives. */
export function isDead(home: string, name: string, { pid }: HostRecord): boolean {
  return processEntry(pid) === null || isLockFree(home, name);
}

/** Nobody holds the host's lock; one that isn't there was never taken. */
export function isLockFree(home: string, name: string): boolean {
  const lock = join(hostsFolder(home), `${name}.lock`);
  if (!existsSync(lock)) return false;
  try {
    const taken = takeFileLock(lock);
    taken?.release();
    return taken !== null;
  } catch {
    // It can't be told; what may be alive is left alone.
    return false;
  }
}

/** Of a host whose connections broke: a process closes its lines a moment before it is gone. */
export async function diesSoon(pid: number): Promise<boolean> {
  const latest = performance.now() + DEATH_MS;
  while (processEntry(pid) !== null) {
    if (performance.now() > latest) return false;
    await delay(DEATH_LOOK_MS);
  }
  return true;
}
