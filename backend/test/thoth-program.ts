import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The program's file. */
export const thoth = fileURLToPath(new URL("../bin/thoth.js", import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** `thoth ARGS` with that environment and no other, and how it ends. `through` is a program, and its first arguments, that runs it. */
export function startThoth(
  place: { cwd?: string; env: NodeJS.ProcessEnv },
  args: readonly string[],
  through: readonly string[] = [],
) {
  const [program = "", ...rest] = [...through, process.execPath, thoth, ...args];
  const child = spawn(program, rest, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { kill: () => child.kill("SIGKILL"), ended };
}
