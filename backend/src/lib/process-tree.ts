import { readdirSync, readFileSync } from "node:fs";

/** A process as /proc tells it. `started` (clock ticks since boot) tells it from a later one with the same pid. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  started: string;
}

/** Null where the process is gone or the system has no /proc. */
export function processEntry(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return { pid, ppid: Number(fields[1]), started: fields[19] ?? "" };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Every process below `pid`, parents before children, itself not included. Empty on systems without /proc. */
export function descendants(pid: number): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const running of processIds()) {
    const entry = processEntry(running);
    if (!entry) continue;
    const siblings = children.get(entry.ppid);
    if (siblings) siblings.push(entry);
    else children.set(entry.ppid, [entry]);
  }
  const found: ProcessEntry[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift())
    for (const child of children.get(next) ?? []) {
      found.push(child);
      queue.push(child.pid);
    }
  return found;
}

/** Whether that very process is still there, and not another one that got its pid. */
export function isAlive(entry: ProcessEntry): boolean {
  return processEntry(entry.pid)?.started === entry.started;
}

/** Sends a signal to that very process; false when it was gone already. */
export function signal(entry: ProcessEntry, name: NodeJS.Signals): boolean {
  if (!isAlive(entry)) return false;
  try {
    process.kill(entry.pid, name);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The pids of all processes; none on systems without /proc. */
export function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH" || code === "ENOTDIR";
}
