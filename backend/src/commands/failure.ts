import { ConfigError } from "../config.ts";
import { asProblem } from "../http/problem.ts";
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
  const { code, message, hint } = asProblem(error);
  return code === "internal-error" ? null : { code, message, hint };
}
