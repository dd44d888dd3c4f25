import type { ProblemCode } from "../../api/problem.ts";
import { problemStatus } from "../../api/problem-status.ts";
import { type HttpProblem, problem } from "../http/problem.ts";
import { commandName, type ThtResult, tailOf } from "./tht-process.ts";

type Failure = Extract<ThtResult, { ok: false }>;

/** The problem that the harness itself named on stderr, or `harness-failed` with the end of what it printed. */
export function harnessFailure(args: readonly string[], failure: Failure): HttpProblem {
  return namedProblem(failure.stderr) ?? unnamedFailure(args, failure);
}

export function unnamedFailure(args: readonly string[], { exitCode, stderr }: Failure): HttpProblem {
  const said = tailOf(stderr);
  return problem(
    "harness-failed",
    `\`tht ${commandName(args)}\` failed with exit code ${exitCode}${said ? `:\n${said}` : " and said nothing."}`,
    "Run the command by hand in the workspace to see more.",
  );
}

function namedProblem(stderr: string): HttpProblem | null {
  const line = stderr.trimEnd().split("\n").at(-1) ?? "";
  try {
    return spokenProblem(JSON.parse(line)?.error);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** `{code, message, hint}` as a harness says it; null where that is none of the codes there are. */
export function spokenProblem(said: unknown): HttpProblem | null {
  const { code, message, hint } = (said ?? {}) as { code?: unknown; message?: unknown; hint?: unknown };
  if (typeof code !== "string" || typeof message !== "string" || !isCode(code)) return null;
  return problem(code, message, typeof hint === "string" ? hint : undefined);
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemStatus, code);
}
