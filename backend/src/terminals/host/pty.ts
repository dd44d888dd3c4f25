import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { type IPty, spawn } from "@lydell/node-pty";
import { isGone, type ProcessEntry, processEntry } from "../../lib/process-tree.ts";
import { assertFolder, assertPassable, findProgram, type Program } from "./find-program.ts";
import { createLineInput } from "./line-input.ts";
import { noFurtherProcess, refusedLine, refusedProgram } from "./refused-start.ts";
import { roomForTasks } from "./room-for-tasks.ts";
import { withoutGaps } from "./without-gaps.ts";

export interface PtySpec extends Program {
  cols: number;
  rows: number;
}

interface PtyExit {
  exitCode: number | null;
  signal: string | null;
}

/** A program on a terminal line of its own, seen from the other end of the line. */
export interface Pty {
  pid: number;
  /** The process as it was at its start; null on a system without /proc. */
  entry: ProcessEntry | null;
  /** False when the program reads so little that nothing more can be kept for it. */
  write(data: string | Uint8Array): boolean;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
  /** Whoever hears it first hears all of it. */
  onData(listener: (bytes: Buffer) => void): void;
  /** Resolves when the program is gone and all it wrote was told. */
  exited: Promise<PtyExit>;
}

const EXEC_MS = 5_000;
const EXEC_LOOK_MS = 2;
/** What a line takes, and some more: others start programs, too. */
const TASKS = 8;
/** A program that ended while its line was paused: sooner than the line's own 200 ms, after which it is cut. */
const LAST_LOOK_MS = 50;

/** Starts a program; a HostFailure says why it can't be started, also where only the system could know. */
export async function startPty(spec: PtySpec): Promise<Pty> {
  assertPassable(spec);
  await assertFolder(spec.cwd);
  const path = await findProgram(spec);
  // A name with a slash would be looked up in the host's folder.
  const file = spec.argv[0]?.includes("/") ? path : (spec.argv[0] as string);
  const pty = wrap(open(file, spec));
  const early: Buffer[] = [];
  pty.onData((bytes) => early.push(bytes));
  const ended = await Promise.race([pty.exited.then(() => true), executed(pty)]);
  const refused = ended ? refusedProgram(Buffer.concat(early).toString("utf8"), path, spec.cwd) : null;
  if (refused) throw refused;
  return {
    ...pty,
    onData(listener) {
      for (const bytes of early.splice(0)) listener(bytes);
      pty.onData(listener);
    },
  };
}

function open(file: string, { argv, cwd, env, cols, rows }: PtySpec): IPty {
  const options = { name: env.TERM ?? "xterm-256color", cols, rows, cwd, env, encoding: null };
  // With a process for the program, and none for the thread that waits for its end, the whole host would be aborted.
  if (roomForTasks() < TASKS) throw noFurtherProcess();
  try {
    return withoutGaps(() => spawn(file, argv.slice(1), options));
  } catch (error) {
    throw refusedLine(error);
  }
}

function wrap(line: IPty): Pty {
  const entry = processEntry(line.pid);
  const input = createLineInput(lineOf(line));
  const exited = new Promise<PtyExit>((settle) => {
    line.onExit(({ exitCode, signal }) => {
      clearInterval(look);
      settle(signal ? { exitCode: null, signal: signalName(signal) } : { exitCode, signal: null });
    });
  });
  let listening: { dispose(): void } | undefined;
  let look: NodeJS.Timeout | undefined;

  const pty: Pty = {
    pid: line.pid,
    entry,
    write: input.write,
    resize(cols, rows) {
      try {
        line.resize(cols, rows);
      } catch (error) {
        // The line of a program that has just ended is closed before its end is told.
        if (entry !== null && processEntry(entry.pid) !== null) throw error;
      }
    },
    pause() {
      line.pause();
      clearInterval(look);
      // What a program wrote last would be lost if it ended now and nobody read on.
      look = setInterval(() => {
        if (entry === null || processEntry(entry.pid) === null) pty.resume();
      }, LAST_LOOK_MS);
    },
    resume() {
      clearInterval(look);
      line.resume();
    },
    onData(listener) {
      listening?.dispose();
      listening = line.onData((bytes) => listener(bytes as unknown as Buffer));
    },
    exited,
  };
  return pty;
}

/** The other end of the line; its number may be another file's as soon as the stream on it is closed. */
function lineOf(line: IPty): { fd: number; isOpen(): boolean } {
  const { fd, _socket: stream } = line as unknown as { fd: number; _socket: { destroyed: boolean } };
  return { fd, isOpen: () => !stream.destroyed };
}

/**
 * Resolves with false once the process has become the program; it begins as a copy of the host. Of one that has ended its
 * exit tells what became of it: a program that was refused is often gone before anybody has looked.
 */
async function executed({ entry, exited }: Pty): Promise<false> {
  const own = commandLine("self");
  const latest = performance.now() + EXEC_MS;
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  while (own !== "" && !ended && performance.now() < latest) {
    const now = entry === null ? "" : commandLine(String(entry.pid));
    if (now !== own && now !== "") return false;
    await new Promise((next) => setTimeout(next, EXEC_LOOK_MS));
  }
  return false;
}

function commandLine(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "latin1");
  } catch (error) {
    if (isGone(error)) return "";
    throw error;
  }
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
