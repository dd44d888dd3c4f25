import { existsSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { execa } from "execa";
import { problem } from "../http/problem.ts";
import { killTree } from "../lib/child-process.ts";
import { cutToEnd } from "../lib/cut-text.ts";
import { createLimiter } from "../lib/limiter.ts";
import { processEntry } from "../lib/process-tree.ts";

export interface ThtProcessOptions {
  /** How the harness is run: program and first arguments. */
  argv: readonly string[];
  workspace: string;
  /** The whole environment, `THT_WORKSPACE` added here. */
  env: Record<string, string>;
  timeoutMs?: number;
  /** Characters of stdout one command may print. */
  maxOutput?: number;
  /** Harness processes at once. */
  parallel?: number;
  /** What is asked can wait: other programs go before it. */
  background?: boolean;
}

/** A command that failed while its output was being read. */
export class StreamFailure extends Error {
  readonly result: Extract<ThtResult, { ok: false }>;
  constructor(result: Extract<ThtResult, { ok: false }>) {
    super("the harness failed");
    this.result = result;
  }
}

/** How one run ended: `stdout` of a success, else why not. `stderr` is whole, for its last line may be a long one. */
export type ThtResult = { ok: true; stdout: string } | { ok: false; exitCode: number; stderr: string };

export interface ThtProcess {
  /** Runs one command. Throws `harness-missing` and `harness-timeout`, and `harness-failed` where it has no exit code. */
  run(args: readonly string[], input?: string): Promise<ThtResult>;
  /** The same for a command that changes nothing: who asks for the same at the same time shares one process. */
  read(args: readonly string[]): Promise<ThtResult>;
  /**
   * The same for an answer too long to hold: its stdout as it comes. What goes wrong is thrown once the output has
   * ended; whoever stops reading, or aborts, ends the command. The time limit is for each piece.
   */
  stream(args: readonly string[], options?: StreamOptions): AsyncGenerator<Buffer, void>;
  /** Ends what only reads: nobody is left to hear the answer. A change under way is left to end by itself. */
  cancelReads(): void;
}

/** What of a program's end matters here. */
interface RunResult {
  stderr: string;
  isCanceled: boolean;
  timedOut: boolean;
  isMaxBuffer: boolean;
  exitCode?: number | undefined;
  signal?: string | undefined;
  code?: string | undefined;
}

interface StreamOptions {
  input?: string;
  signal?: AbortSignal | undefined;
}

interface StartOptions {
  input?: string;
  cancelSignal?: AbortSignal;
}

const STDERR_TAIL = 2000;
const STDERR_LIMIT = 4 * 1024 * 1024;

export function createThtProcess({
  argv,
  workspace,
  env,
  timeoutMs = 60_000,
  maxOutput = 256 * 1024 * 1024,
  parallel = 4,
  background = false,
}: ThtProcessOptions): ThtProcess {
  const limited = createLimiter(parallel);
  // Apart: a slow download must not hold up what the page asks meanwhile.
  const limitedStreams = createLimiter(parallel);
  const reads = new Map<string, Promise<ThtResult>>();
  const [program = "", ...first] = argv;
  const closing = new AbortController();

  const launch = {
    cwd: workspace,
    env: { ...env, THT_WORKSPACE: workspace },
    extendEnv: false,
    reject: false,
    forceKillAfterDelay: 2000,
    stripFinalNewline: false,
  } as const;

  async function start(args: readonly string[], { input, cancelSignal }: StartOptions = {}): Promise<ThtResult> {
    assertTexts(args);
    const child = execa(program, [...first, ...args], {
      ...launch,
      maxBuffer: { stdout: maxOutput, stderr: STDERR_LIMIT },
      ...(input === undefined ? { stdin: "ignore" as const } : { input }),
      ...(cancelSignal ? { cancelSignal } : {}),
    });
    if (background) stepBack(child.pid);
    const entry = child.pid === undefined ? null : processEntry(child.pid);
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = true;
      // With all it started: an orphan would hold its pipes, and the server, open.
      if (entry) killTree(entry);
      else child.kill("SIGKILL");
    }, timeoutMs);
    const result = await child.finally(() => clearTimeout(limit));
    return result.failed ? failure(args, { ...result, timedOut }) : { ok: true, stdout: result.stdout };
  }

  async function* stream(args: readonly string[], { input, signal }: StreamOptions = {}): AsyncGenerator<Buffer, void> {
    assertTexts(args);
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    void limitedStreams(() => {
      begun.resolve();
      return ended.promise;
    });
    await begun.promise;
    const late = new AbortController();
    // The limit is for the harness; how long a piece is looked at is up to whoever reads it.
    const begin = () => setTimeout(() => late.abort(), timeoutMs);
    let limit = begin();
    const child = execa(program, [...first, ...args], {
      ...launch,
      ...(input === undefined ? { stdin: "ignore" as const } : { input }),
      buffer: { stdout: false, stderr: true },
      encoding: "buffer",
      maxBuffer: STDERR_LIMIT,
      cancelSignal: AbortSignal.any([late.signal, closing.signal, ...(signal ? [signal] : [])]),
    });
    if (background) stepBack(child.pid);
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        clearTimeout(limit);
        yield chunk;
        limit = begin();
      }
      const result = await child;
      if (!result.failed) return;
      const stderr = Buffer.from(result.stderr ?? []).toString();
      throw new StreamFailure(failure(args, { ...result, stderr, timedOut: late.signal.aborted }));
    } finally {
      clearTimeout(limit);
      child.kill();
      ended.resolve();
    }
  }

  function failure(args: readonly string[], result: RunResult): Extract<ThtResult, { ok: false }> {
    if (result.isCanceled && !result.timedOut)
      throw problem("shutting-down", "The server is stopping.", "Start it again and reload.");
    const { stderr } = result;
    const said = tailOf(stderr);
    const command = commandName(args);
    if (result.timedOut)
      throw problem(
        "harness-timeout",
        `\`tht ${command}\` did not end within ${timeoutMs / 1000} s and was stopped.${said && `\n${said}`}`,
        "Try again; if it goes on, run the command by hand to see where it hangs.",
      );
    if (result.isMaxBuffer)
      throw problem("harness-failed", `\`tht ${command}\` printed more than the server takes and was stopped.`);
    if (result.code === "ENOENT" && !existsSync(workspace))
      throw problem(
        "workspace-not-found",
        `The workspace ${workspace} is no longer there: it was moved, renamed or deleted while the server ran.`,
        "Put it back, or stop the server and start it on the new place (thoth serve --workspace DIR).",
      );
    if (result.code === "ENOENT" || result.code === "EACCES" || result.code === "ENOTDIR")
      throw problem(
        "harness-missing",
        `The harness could not be started: ${program} (${result.code}).`,
        "Set THT_BIN to a program that can be run.",
      );
    if (result.exitCode === undefined)
      throw problem("harness-failed", `\`tht ${command}\` ended by ${result.signal ?? result.code}.\n${said}`.trim());
    return { ok: false, exitCode: result.exitCode, stderr };
  }

  return {
    async run(args, input) {
      try {
        return await limited(() => start(args, input === undefined ? {} : { input }));
      } finally {
        // A read that began before this change may answer with the past: nobody joins it from here on.
        reads.clear();
      }
    },
    read(args) {
      const key = JSON.stringify(args);
      const running = reads.get(key);
      if (running) return running;
      const started = limited(() => start(args, { cancelSignal: closing.signal })).finally(() => {
        if (reads.get(key) === started) reads.delete(key);
      });
      reads.set(key, started);
      return started;
    },
    stream,
    cancelReads: () => closing.abort(),
  };
}

function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(pid), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // It has ended, or the system won't have it: then it is as fast as any other.
  }
}

/** Only a bug passes something else, which would reach the harness as the word "undefined". */
function assertTexts(args: readonly unknown[]): void {
  const at = args.findIndex((arg) => typeof arg !== "string");
  if (at !== -1) throw new TypeError(`tht: argument ${at + 1} of ${args.length} is no text: ${String(args[at])}`);
}

/** What a person recognises of a command: its verbs, no values. */
export function commandName(args: readonly string[]): string {
  return args.filter((arg) => !arg.startsWith("--")).join(" ") || args.join(" ");
}

/** The end of what a command printed, for a person to read. */
export function tailOf(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.length > STDERR_TAIL ? `…${cutToEnd(trimmed, STDERR_TAIL)}` : trimmed;
}
