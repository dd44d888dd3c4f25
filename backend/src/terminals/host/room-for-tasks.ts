import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isGone } from "../../lib/process-tree.ts";

/**
 * How many processes and threads may still be started, as far as the user's limit (`ulimit -u`) and the limits of the
 * control groups say; infinite where neither does, as on systems without them.
 */
export function roomForTasks({ proc = "/proc", groups = "/sys/fs/cgroup" } = {}): number {
  return Math.min(roomOfUser(proc), roomInGroups(proc, groups));
}

function roomOfUser(proc: string): number {
  // Root is held to no limit.
  if (process.getuid?.() === 0) return Number.POSITIVE_INFINITY;
  const limit = numberIn(/^Max processes +(\d+)/m, join(proc, "self/limits"));
  if (limit === null) return Number.POSITIVE_INFINITY;
  // All that there are on the machine: to count our own takes a look at each process.
  const all = numberIn(/^\S+ \S+ \S+ \d+\/(\d+)/, join(proc, "loadavg"));
  const roomAtLeast = all === null ? 0 : limit - all;
  return roomAtLeast > MUCH ? roomAtLeast : limit - tasksOf(process.getuid?.(), proc);
}

const MUCH = 1000;

function tasksOf(user: number | undefined, proc: string): number {
  const own = new RegExp(`^Uid:\\s+${user}\\s`, "m");
  let tasks = 0;
  for (const name of readdirSync(proc)) {
    const status = /^\d+$/.test(name) ? textOf(join(proc, name, "status")) : null;
    if (status !== null && own.test(status)) tasks += Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1);
  }
  return tasks;
}

/** A group's limit is for all that are below it, too. */
function roomInGroups(proc: string, groups: string): number {
  const own = /^0::\/(.*)$/m.exec(textOf(join(proc, "self/cgroup")) ?? "")?.[1];
  if (own === undefined) return Number.POSITIVE_INFINITY;
  let room = Number.POSITIVE_INFINITY;
  for (let path = own; ; path = dirname(path)) {
    const limit = numberIn(/^(\d+)/, join(groups, path, "pids.max"));
    const tasks = numberIn(/^(\d+)/, join(groups, path, "pids.current"));
    if (limit !== null && tasks !== null) room = Math.min(room, limit - tasks);
    if (path === "" || path === ".") return room;
  }
}

function numberIn(shape: RegExp, file: string): number | null {
  const found = shape.exec(textOf(file) ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/** Null where it isn't there or says nothing to us: then nothing is known of a limit. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isGone(error) || (error as NodeJS.ErrnoException).code === "EACCES") return null;
    throw error;
  }
}
