import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

interface RunOptions {
  stdin?: string;
  signal?: AbortSignal;
}

/** Runs one `tht` command and resolves with its standard output; rejects with the error it reported. */
export type RunTht = (args: readonly string[], options?: RunOptions) => Promise<string>;

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 4_000_000;
const MAX_ERROR = 20_000;
// What the harness needs to run. The keys of the model's provider are in this process's environment: not its business.
const PASSED_ON = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "THT_WORKSPACE"];

export function createRunTht(command: readonly string[], env: NodeJS.ProcessEnv): RunTht {
  const [program = "", ...leading] = command;
  const childEnv: NodeJS.ProcessEnv = { THT_AGENT: "1" };
  for (const name of PASSED_ON) if (env[name] !== undefined) childEnv[name] = env[name];
  return (args, { stdin = "", signal } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, [...leading, ...args], {
        stdio: "pipe",
        env: childEnv,
        signal,
        timeout: TIMEOUT_MS,
      });
      const out = collect(MAX_OUTPUT);
      const err = collect(MAX_ERROR);
      child.stdout.on("data", out.add);
      child.stderr.on("data", err.add);
      child.stdin.on("error", () => {}); // it may end without reading: its exit code says why
      child.on("error", (error) => reject(new Error(`tht could not be run: ${error.message}`, { cause: error })));
      child.on("close", (code, killed) => {
        if (code !== 0) reject(new Error(reported(err.text(), code, killed)));
        else if (out.full()) reject(new Error("its answer is too long: ask for less, with --key or --limit."));
        else resolve(out.text());
      });
      child.stdin.end(stdin);
    });
}

function collect(limit: number) {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let full = false;
  return {
    add(chunk: Buffer) {
      if (text.length >= limit) full = true;
      else text += decoder.write(chunk);
    },
    text: () => text,
    full: () => full,
  };
}

/** `{"error":{code,message,hint}}` of the harness as one sentence; anything else as it came. */
function reported(stderr: string, code: number | null, signal: NodeJS.Signals | null): string {
  const last = stderr.trim().split("\n").at(-1) ?? "";
  try {
    const { error } = JSON.parse(last) as { error: { code: string; message: string; hint?: string } };
    return `${error.code}: ${error.message}${error.hint ? ` ${error.hint}` : ""}`;
  } catch {
    if (stderr.trim()) return stderr.trim().slice(-1000);
    return signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
  }
}
