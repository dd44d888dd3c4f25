import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { descendants, type ProcessEntry, processEntry, signal } from "./process-tree.ts";
import { createTextTail, type TextTail } from "./text-tail.ts";

export interface ChildOptions {
  /** Program and arguments; never a shell's line. */
  argv: readonly string[];
  cwd: string;
  /** The whole environment of the child. */
  env: Record<string, string>;
  /** Own process group, so that a signal to the terminal does not reach it. */
  detached?: boolean;
  /** Characters of stderr that are kept. */
  stderrTail?: number;
}

export interface Child {
  process: ChildProcessWithoutNullStreams;
  pid: number;
  /** The process as it was at the start: what later signals are sent to. */
  entry: ProcessEntry | null;
  stderr: TextTail;
  /** Resolves once, when the process is gone and its pipes are closed. */
  closed: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a program with three pipes; rejects with the system's error when it can't be started. */
export async function startChild({
  argv,
  cwd,
  env,
  detached = false,
  stderrTail = 8192,
}: ChildOptions): Promise<Child> {
  const [program, ...args] = argv;
  if (program === undefined) throw new TypeError("startChild: an empty argument list names no program");
  const child = spawn(program, args, { cwd, env, detached, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  await once(child, "spawn");
  const stderr = createTextTail(stderrTail);
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A write to a child that is already gone must not end the server; its end is told by `closed`.
  child.stdin.on("error", () => {});
  child.on("error", () => {});
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signalName) => resolve({ code, signal: signalName }));
  });
  const pid = child.pid as number;
  return { process: child, pid, entry: processEntry(pid), stderr, closed };
}

/**
 * Kills a process and all that it started. The parent is stopped first, so that it starts nothing more while its
 * descendants, and those that `others` finds, are ended; each is known by its start time, so that no reused pid is hit.
 */
export function killTree(root: ProcessEntry, others: () => ProcessEntry[] = () => []): void {
  signal(root, "SIGSTOP");
  for (const entry of [...descendants(root.pid), ...others()]) {
    if (entry.pid !== root.pid) signal(entry, "SIGKILL");
  }
  signal(root, "SIGKILL");
}
