import type { ProblemCode } from "../../api/problem.ts";
import { problem } from "../http/problem.ts";

/** The system refuses a single argument of 128 KiB or more, and one with a NUL in it. */
const MAX_ARGUMENT = 120_000;

/** `--name=VALUE` as one argument, so that no value can be taken for an option. */
export function value(option: string, text: string, code: ProblemCode): string {
  if (text.includes("\0")) throw problem(code, "The text holds a NUL character.", "Remove it and try again.");
  if (Buffer.byteLength(text) > MAX_ARGUMENT)
    throw problem(code, "The text is too long for the harness.", "Shorten it and try again.");
  return `${option}=${text.toWellFormed()}`;
}
