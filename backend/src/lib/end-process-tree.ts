import { readFileSync } from "node:fs";
import { killTree } from "./child-process.ts";
import { descendants, isAlive, isGone, type ProcessEntry, processEntry, processIds, signal } from "./process-tree.ts";

const GRACE_MS = 5_000;

export type Ending = {
  pid: number;
  /** The process as it was at its start; null on a system without /proc. */
  root: ProcessEntry | null;
  /** `NAME=value` as it stands in the environment of the process and so of its children, who are known by it as orphans. */
  mark: string;
  /** Resolves when the process itself is gone. */
  exited: Promise<unknown>;
  closeInput: () => void;
  /** How long it may take after its input closed, and again after SIGTERM; in ms. */
  graceMs?: number | undefined;
};

/** Ends a process and everything it started; resolves when none of it is left. */
export async function endProcessTree(ending: Ending): Promise<void> {
  const { pid, root, exited, closeInput, graceMs = GRACE_MS } = ending;
  const recorded = root ? descendants(pid) : [];
  closeInput();
  if (!(await within(exited, graceMs))) {
    if (root) signal(root, "SIGTERM");
    else signalGroup(pid, "SIGTERM");
    if (!(await within(exited, graceMs))) {
      if (root) killTree(root, () => marked(ending.mark));
      else signalGroup(pid, "SIGKILL");
      await exited;
    }
  }
  for (const entry of recorded) signal(entry, "SIGKILL");
  await endOrphans(ending);
}

/** Ends what a process that is already gone left behind: orphans outlive a killed Pi and have been seen to write. */
export async function endOrphans({ pid, root, mark }: Pick<Ending, "pid" | "root" | "mark">): Promise<void> {
  if (root) await endMarked(mark);
  else signalGroup(pid, "SIGKILL");
}

/** Kills every process that carries the mark, until none is left. */
export async function endMarked(mark: string): Promise<void> {
  // A child may have started another between the look and the kill; each round finds fewer.
  for (let round = 0; round < 100; round++) {
    const left = marked(mark).filter(isAlive);
    if (left.length === 0) return;
    for (const entry of left) signal(entry, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Every process whose environment carries the mark. */
function marked(mark: string): ProcessEntry[] {
  return processIds()
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(processEntry)
    .filter((entry) => entry !== null);
}

/** Empty for a process that is gone or another user's. */
function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch (error) {
    if (isGone(error) || isForbidden(error)) return [];
    throw error;
  }
}

/** Without /proc the process group is all there is to go by. */
function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The group is empty, or what is left of it is dead and not yet buried: macOS answers so.
    if (!isGone(error) && !isForbidden(error)) throw error;
  }
}

function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EACCES" || code === "EPERM";
}

async function within(exited: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([exited.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
