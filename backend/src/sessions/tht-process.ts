import { execa } from "execa";
import { problem } from "../http/problem.ts";
import { createLimiter } from "../lib/limiter.ts";

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
}

/** How one run ended: `stdout` of a success, else why not. */
export type ThtResult = { ok: true; stdout: string } | { ok: false; exitCode: number; stderr: string };

export interface ThtProcess {
  /** Runs one command. Throws `harness-missing` and `harness-timeout`, and `harness-failed` where it has no exit code. */
  run(args: readonly string[], input?: string): Promise<ThtResult>;
  /** The same for a command that changes nothing: who asks for the same at the same time shares one process. */
  read(args: readonly string[]): Promise<ThtResult>;
  /** Ends what only reads: nobody is left to hear the answer. A change under way is left to end by itself. */
  cancelReads(): void;
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
}: ThtProcessOptions): ThtProcess {
  const limited = createLimiter(parallel);
  const reads = new Map<string, Promise<ThtResult>>();
  const [program = "", ...first] = argv;
  const closing = new AbortController();

  async function start(args: readonly string[], { input, cancelSignal }: StartOptions = {}): Promise<ThtResult> {
    const result = await execa(program, [...first, ...args], {
      cwd: workspace,
      env: { ...env, THT_WORKSPACE: workspace },
      extendEnv: false,
      reject: false,
      timeout: timeoutMs,
      forceKillAfterDelay: 2000,
      maxBuffer: { stdout: maxOutput, stderr: STDERR_LIMIT },
      stripFinalNewline: false,
      ...(input === undefined ? { stdin: "ignore" as const } : { input }),
      ...(cancelSignal ? { cancelSignal } : {}),
    });
    if (!result.failed) return { ok: true, stdout: result.stdout };
    if (result.isCanceled) throw problem("shutting-down", "The server is stopping.", "Start it again and reload.");
    const stderr = tail(result.stderr);
    const command = commandName(args);
    if (result.timedOut)
      throw problem(
        "harness-timeout",
        `\`tht ${command}\` did not end within ${timeoutMs / 1000} s and was stopped.${stderr && `\n${stderr}`}`,
        "Try again; if it goes on, run the command by hand to see where it hangs.",
      );
    if (result.isMaxBuffer)
      throw problem("harness-failed", `\`tht ${command}\` printed more than the server takes and was stopped.`);
    if (result.code === "ENOENT" || result.code === "EACCES" || result.code === "ENOTDIR")
      throw problem(
        "harness-missing",
        `The harness could not be started: ${program} (${result.code}).`,
        "Set THT_BIN to a program that can be run.",
      );
    if (result.exitCode === undefined)
      throw problem("harness-failed", `\`tht ${command}\` ended by ${result.signal ?? result.code}.\n${stderr}`.trim());
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
    cancelReads: () => closing.abort(),
  };
}

/** What a person recognises of a command: its verbs, no values. */
export function commandName(args: readonly string[]): string {
  return args.filter((arg) => !arg.startsWith("--")).join(" ") || args.join(" ");
}

function tail(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.length > STDERR_TAIL ? `…${trimmed.slice(-STDERR_TAIL)}` : trimmed;
}
