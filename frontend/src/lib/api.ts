import type { Problem } from "@thothii/backend/api/problem";
import { accessRefused } from "./access.ts";
import { remembered } from "./memory.ts";

/**
 * A request that did not succeed. `code` is the server's (worded by `problemText`), or `offline` where no answer came;
 * `status` is 0 then.
 */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly hint: string | undefined;
  /** The terminal that is in the way. */
  readonly terminal: string | undefined;

  constructor(problem: ProblemParts, cause?: unknown) {
    super(problem.detail || problem.code, { cause });
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.hint = problem.hint;
    this.terminal = problem.terminal;
  }
}

type ProblemParts = {
  code: string;
  status: number;
  detail: string;
  hint?: string | undefined;
  terminal?: string | undefined;
};

type Options = { signal?: AbortSignal };

/** The path of a session's route: `sessionPath(id, "rename")` is `/sessions/<id>/rename`. */
export function sessionPath(id: string, ...parts: string[]): string {
  return `/${["sessions", id, ...parts].map(encodeURIComponent).join("/")}`;
}

/**
 * Requests to the server that the page came from. Each resolves to the JSON answer (nothing for 204) and rejects with an
 * {@link ApiProblem}, or with the signal's reason when it was aborted.
 */
export const api = {
  get: <T>(path: string, options?: Options) => request<T>("GET", path, undefined, options),
  post: <T = void>(path: string, body: unknown = {}, options?: Options) => request<T>("POST", path, body, options),
  put: <T>(path: string, body: unknown, options?: Options) => request<T>("PUT", path, body, options),
  delete: (path: string, options?: Options) => request<void>("DELETE", path, undefined, options),
  /** The answer, and what the server has to say about it beside; null where nothing. */
  noticed: async <T>(path: string, options?: Options): Promise<{ data: T; notice: string | null }> => {
    const response = await send("GET", path, undefined, options);
    const data = await answerOf<T>(response, options);
    const notice = response.headers.get("x-thoth-notice");
    return { data, notice: notice && decodeURIComponent(notice) };
  },
  /** An answer too long to hold, as it comes; what breaks off later is the stream's error. */
  stream: async (path: string, options?: Options): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    const response = await send("GET", path, undefined, options);
    if (!response.ok) throw asProblem(response.status, await textOf(response, options));
    return response.body ?? new Blob().stream();
  },
};

async function request<T>(method: string, path: string, body: unknown, options: Options = {}): Promise<T> {
  return answerOf<T>(await send(method, path, body, options), options);
}

async function answerOf<T>(response: Response, options: Options = {}): Promise<T> {
  const text = await textOf(response, options);
  if (!response.ok) throw asProblem(response.status, text);
  if (text === "") return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw asProblem(response.status, text, cause);
  }
}

async function send(method: string, path: string, body: unknown, options: Options = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  // Header values are Latin-1; a name may not be.
  const by = remembered("by");
  if (by && method !== "GET") headers["x-thoth-by"] = encodeURIComponent(by.toWellFormed());

  const response = await answered(options, () =>
    fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    }),
  );
  if (response.status === 401) accessRefused();
  return response;
}

const textOf = (response: Response, options: Options = {}) => answered(options, () => response.text());

async function answered<T>({ signal }: Options, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiProblem({ code: "offline", status: 0, detail: "" }, cause);
  }
}

function asProblem(status: number, text: string, cause?: unknown): ApiProblem {
  let body: Partial<Problem> & { terminal?: unknown } = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed && typeof parsed === "object") body = parsed;
  } catch {
    // Something between the page and the server answered; its status is all there is.
  }
  const known = {
    code: typeof body.code === "string" ? body.code : "internal-error",
    status,
    detail: typeof body.detail === "string" ? body.detail : `HTTP ${status}`,
    hint: typeof body.hint === "string" ? body.hint : undefined,
    terminal: typeof body.terminal === "string" ? body.terminal : undefined,
  };
  return new ApiProblem(known, cause);
}
