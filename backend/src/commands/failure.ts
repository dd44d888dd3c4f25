import { ConfigError } from "../config.ts";
import { asProblem, isProblem } from "../http/problem.ts";
import { fileRefusal } from "../lib/file-refusal.ts";
import { StartError } from "../workspace-folder.ts";

/** A failure that was to be expected, as the command line tells it. */
interface Failure {
  code: string;
  message: string;
  hint?: string | undefined;
  /** Other than 1. */
  exit?: number;
  /** What a program may want besides, such as the candidates of an id that fits several. */
  more?: Record<string, unknown>;
}

/** What a command found out by itself, with the exit code that says so. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Null for a bug, whose stack is worth more than a sentence. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof CommandFailure) return error.failure;
  if (error instanceof ConfigError || error instanceof StartError)
    return { code: "invalid-request", message: error.message };
  if (!isProblem(error)) {
    const { path, code, syscall } = error as NodeJS.ErrnoException;
    const reason = fileRefusal(error);
    // What the server's own answers say of a disk tells nobody where; here it is the user's own.
    if ((path !== undefined || syscall === "read") && reason !== null)
      return {
        code: "write-failed",
        message: `${path ?? "A file"} can't be used: ${reason} (${code}).`,
        hint: "Mend that, then try again.",
      };
  }
  const { code, message, hint } = asProblem(error);
  return code === "internal-error" ? null : { code, message, hint };
}
