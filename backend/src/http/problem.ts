import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Problem, ProblemCode } from "../../api/problem.ts";
import { problemStatus } from "../../api/problem-status.ts";

/** An expected failure on its way to the person: what happened, why it matters (`detail`), what to do (`hint`). */
export class HttpProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly hint: string | undefined;
  /** Members of the answer beyond the standard ones, such as the names of the agents that fill the cap. */
  readonly extra: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, hint?: string, extra: Record<string, unknown> = {}, cause?: unknown) {
    super(detail, { cause });
    this.name = "HttpProblem";
    this.code = code;
    this.status = problemStatus[code];
    this.hint = hint;
    this.extra = extra;
  }
}

/** `throw problem("session-not-found", "No session …", "Reload the list.")`. */
export function problem(
  code: ProblemCode,
  detail: string,
  hint?: string,
  extra?: Record<string, unknown>,
): HttpProblem {
  return new HttpProblem(code, detail, hint, extra);
}

export function isProblem(error: unknown, code?: ProblemCode): error is HttpProblem {
  return error instanceof HttpProblem && (code === undefined || error.code === code);
}

/** The RFC 9457 body. Anything unexpected becomes `internal-error`, its text kept for the log. */
export function problemBody(error: unknown, instance: string): Problem {
  const known = isProblem(error)
    ? error
    : problem("internal-error", "The server met a bug. What you asked for may not have been done.", "See its log.");
  return {
    ...known.extra,
    type: "about:blank",
    title: title(known.code),
    status: known.status,
    detail: known.message,
    instance,
    code: known.code,
    ...(known.hint === undefined ? {} : { hint: known.hint }),
  };
}

export function sendProblem(reply: FastifyReply, error: HttpProblem, instance: string): FastifyReply {
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/problem+json")
    .send(JSON.stringify(problemBody(error, instance)));
}

/** Answers every failure of every route as a problem, and never shows a stack. */
export function problems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = asProblem(error);
    if (known.code === "internal-error") request.log.error({ err: error }, "internal error");
    else if (known.status >= 500) request.log.warn({ code: known.code, detail: known.message }, "problem");
    return sendProblem(reply, known, pathOf(request));
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      problem("route-not-found", `There is nothing at ${request.method} ${pathOf(request)}.`, "The page lives at /."),
      pathOf(request),
    ),
  );
}

/** The address without its query, which may hold what is nobody's business. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "/";
}

interface FrameworkError {
  code?: string;
  message?: string;
  statusCode?: number;
  validation?: { instancePath: string; message?: string; keyword?: string; params?: Record<string, unknown> }[];
  validationContext?: string;
}

const diskFailures: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "it may not write there",
  EPERM: "it may not write there",
  EIO: "the disk failed",
  ENOENT: "its folder is gone",
  ENOTDIR: "its folder is gone",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
};

export function asProblem(error: unknown): HttpProblem {
  if (isProblem(error)) return error;
  const { code, message, statusCode, validation, validationContext } = error as FrameworkError;
  if (validation) return invalid(validation, validationContext);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return problem("body-too-large", "The body is larger than 1 MiB.", "Send less at once.");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return problem("unsupported-media-type", "Only JSON bodies are understood.", "Send content-type application/json.");
  // The file server's way to say that it gives out no folder and no hidden file.
  if (statusCode === 403 || statusCode === 404) return problem("route-not-found", "There is nothing at this address.");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return problem("invalid-request", message ?? "The request is malformed.");
  if (code !== undefined && Object.hasOwn(diskFailures, code))
    return new HttpProblem(
      "write-failed",
      `The server could not keep what it has to keep: ${diskFailures[code]} (${code}).`,
      "Make room, mend the permissions or put the folder back, then try again.",
      {},
      error,
    );
  return new HttpProblem("internal-error", "The server met a bug.", undefined, {}, error);
}

function invalid(errors: NonNullable<FrameworkError["validation"]>, context = "request"): HttpProblem {
  const first = errors[0];
  const member = first?.params?.additionalProperty;
  const where = `${context}${first?.instancePath ?? ""}`;
  const what = `${where} ${first?.message ?? "is invalid"}${member === undefined ? "" : `: ${JSON.stringify(member)}`}`;
  if (context === "params" && first?.instancePath === "/id")
    return problem("invalid-id", "That is no id.", "Ids are letters, digits, dots, dashes, underscores.");
  return problem("invalid-request", `The request is not as documented: ${what}.`);
}

function title(code: ProblemCode): string {
  const words = code.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
