import { ConfigError } from "../config.ts";
import { asProblem } from "../http/problem.ts";
import { StartError } from "../workspace-folder.ts";

/** A failure that was to be expected, as the command line tells it. */
interface Failure {
  code: string;
  message: string;
  hint?: string | undefined;
}

/** Null for a bug, whose stack is worth more than a sentence. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof ConfigError || error instanceof StartError)
    return { code: "invalid-request", message: error.message };
  const { code, message, hint } = asProblem(error);
  return code === "internal-error" ? null : { code, message, hint };
}
