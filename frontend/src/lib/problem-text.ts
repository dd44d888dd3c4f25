import { ApiProblem } from "./api.ts";
import type { T } from "./i18n.ts";
import { it } from "./texts/it.ts";

type ProblemCode = keyof typeof it.problem;

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(it.problem, code);

// Where the server's own words say something that the page's text can't: which agents, which line, which rule.
const detailed = new Set<string>([
  "agent-failed",
  "agent-not-installed",
  "conflict",
  "fork-unsupported",
  "harness-failed",
  "harness-missing",
  "invalid-document",
  "invalid-name",
  "invalid-request",
  "not-supported",
  "query-failed",
  "query-refused",
  "resume-unsupported",
  "session-gone",
  "terminal-failed",
  "too_many_agents",
  "unreadable",
  "write-failed",
]);

/**
 * What went wrong, in the page's language, by code: `text` to show, and `detail` in the server's own words where they
 * add something. An unknown code shows the server's detail and hint.
 */
export function problemText(
  t: T,
  problem: { code: string; detail?: string | undefined; hint?: string | undefined } | unknown,
): { text: string; detail?: string } {
  const { code, detail, hint } = asParts(problem);
  if (isKnown(code)) {
    return { text: t(`problem.${code}`), ...(detail && detailed.has(code) ? { detail } : {}) };
  }
  const own = [detail, hint].filter(Boolean).join(" ");
  return { text: own || code };
}

function asParts(problem: unknown): { code: string; detail: string; hint: string } {
  if (problem && typeof problem === "object" && "code" in problem && typeof problem.code === "string") {
    const { code, detail, hint } = problem as { code: string; detail?: string; hint?: string };
    return { code, detail: detail ?? "", hint: hint ?? "" };
  }
  return { code: "internal-error", detail: problem instanceof Error ? problem.message : "", hint: "" };
}

/** Whether nothing came back at all, so that what is on the page stays and is tried again. */
export const isOffline = (error: unknown): boolean => error instanceof ApiProblem && error.code === "offline";
