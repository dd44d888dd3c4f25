// A program of its own, started in a terminal: forks an agent's session without its screen, gives the fork its first
// prompt, shows what it answers, and then opens the agent's screen on the fork.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { withValue } from "./arguments.ts";

export interface ForkThenOpen {
  label: string;
  /** The session that is forked. */
  source: string;
  /** Prints JSON lines that name the new session. */
  fork: string[];
  /** Opens a session; the id goes where `{sessionId}` stands, else to the end. */
  open: string[];
  /** Goes to the standard input of `fork`; null where the prompt is among its arguments. */
  promptFile: string | null;
}

const MAX_LINE = 4 * 1024 * 1024;
const idNames = ["sessionID", "sessionId", "session_id", "thread_id"];

if (import.meta.main) process.exitCode = await forkThenOpen(JSON.parse(process.argv[2] ?? ""));

/** Answers the exit code of the screen, or 1: a fork that failed opens nothing. */
async function forkThenOpen({ label, source, fork, open, promptFile }: ForkThenOpen): Promise<number> {
  // The keys go to the program in front; this one only waits for it.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) process.on(signal, () => {});
  console.log(
    `${label}: forking session ${source} and asking the fork. Its answer comes here, then its screen opens.\n`,
  );
  const { id, code } = await runFork(fork, source, promptFile);
  if (id === null || code !== 0) {
    console.error(
      `\n${label} made no fork of ${source} (exit code ${code}). The session is as it was, and nothing else was started.\n` +
        "Try the fork without a prompt, or continue its work with another agent.",
    );
    return 1;
  }
  const [program = "", ...args] = withValue(open, "sessionId", id);
  const screen = spawn(program, args, { stdio: "inherit" });
  const [exit, signal] = await once(screen, "close");
  return exit ?? (signal === null ? 1 : 128);
}

async function runFork(argv: readonly string[], source: string, promptFile: string | null) {
  const [program = "", ...args] = argv;
  const prompt = promptFile === null ? "" : await readFile(promptFile);
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  // One that ends without reading its prompt is told by its exit.
  child.stdin.on("error", () => {});
  child.stdin.end(prompt);
  let id: string | null = null;
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = (lines.pop() ?? "").slice(-MAX_LINE);
    for (const line of lines) take(line);
  });
  const take = (line: string) => {
    const event = parse(line);
    if (event === null) return;
    const found = idNames.map((name) => event[name]).find((value) => typeof value === "string" && value !== source);
    id ??= (found as string | undefined) ?? null;
    const text = textOf(event);
    if (text !== null) console.log(text);
  };
  const [code] = await once(child, "close");
  take(rest);
  return { id: id as string | null, code: code as number | null };
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    // Not everything it prints is an event.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What the fork answered: each program has events of its own for it. */
function textOf({ part, role, text }: Record<string, unknown>): string | null {
  const said = role === "assistant" ? text : typeof part === "object" && part !== null && "text" in part && part.text;
  if (typeof said !== "string") return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a model's text must not steer the terminal.
  return said.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
