import type { Problem } from "../../api/problem.ts";
import { readServerFile, type ServerFile, serverLink } from "../server-file.ts";
import { CommandFailure } from "./failure.ts";
import { serverPlaces } from "./places.ts";

/** The server that runs on a workspace, as a command talks to it. */
export interface RunningServer {
  /** Answers the body; every failure the server names is thrown with its code and its exit code. */
  ask<T>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<{ body: T; headers: Headers }>;
  /** An address of its page; with the access code only for a person at a terminal, since other output gets kept. */
  link(query: string): string;
}

const NO_SERVER = 5;
/** An agent that forks or starts may take its time. */
const ANSWER_MS = 120_000;

/** What the exit code says of a problem: misuse, nothing to go on from, or an agent that can't. Everything else is 1. */
const exits: Partial<Record<string, number>> = {
  conflict: 2,
  "ambiguous-session": 2,
  "invalid-request": 2,
  "invalid-id": 2,
  "terminal-empty": 3,
  "session-gone": 3,
  "fork-unsupported": 4,
  "resume-unsupported": 4,
  "agent-not-found": 4,
  "agent-not-installed": 4,
};

/** Exit code 5 where no server runs on the workspace. */
export async function findServer(flags: { workspace?: string | undefined }): Promise<RunningServer> {
  const { home, workspace: folder } = serverPlaces(flags);
  const file = await readServerFile(home, folder);
  if (file) return talkTo(file, folder);
  throw noServer(folder);
}

export function isNoServer(error: unknown): boolean {
  return error instanceof CommandFailure && error.failure.exit === NO_SERVER;
}

function noServer(folder: string): CommandFailure {
  return new CommandFailure({
    code: "not_running",
    message: `No server runs on ${folder}, and agents and terminals are its business.`,
    hint: `Start it with \`thoth serve --workspace ${folder}\`, then do this again.`,
    exit: NO_SERVER,
  });
}

function talkTo(server: ServerFile, folder: string): RunningServer {
  return {
    async ask<T>(method: string, path: string, body?: unknown) {
      const answer = await send(server, method, path, body);
      if (!answer) throw noServer(folder);
      const text = await answer.text();
      if (!answer.ok) throw failed(answer.status, text);
      return { body: (text === "" ? null : JSON.parse(text)) as T, headers: answer.headers };
    },
    link: (query) => (process.stdout.isTTY ? `${serverLink(server)}&${query}` : `${server.url}/?${query}`),
  };
}

/** Null where nobody listens: a server that was killed leaves its file behind. */
async function send({ url, token }: ServerFile, method: string, path: string, body: unknown): Promise<Response | null> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  try {
    return await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...type },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if ((error as Error).name === "TimeoutError") throw error;
    return null;
  }
}

function failed(status: number, text: string): CommandFailure {
  const {
    code = "harness-failed",
    detail = `The server answered ${status}.`,
    hint,
    candidates,
    terminal,
  } = parse(text);
  const more = Object.fromEntries(Object.entries({ candidates, terminal }).filter(([, value]) => value !== undefined));
  const list = Array.isArray(candidates) ? `\nIt may be: ${candidates.map(nameOf).join(", ")}` : "";
  const exit = exits[code];
  return new CommandFailure({ code, message: detail + list, hint, more, ...(exit === undefined ? {} : { exit }) });
}

function nameOf(candidate: unknown): string {
  if (typeof candidate === "string") return candidate;
  const { agent, sessionId } = candidate as { agent?: unknown; sessionId?: unknown };
  return typeof sessionId === "string" ? `${agent}:${sessionId}` : JSON.stringify(candidate);
}

function parse(text: string): Partial<Problem> & { candidates?: unknown; terminal?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
