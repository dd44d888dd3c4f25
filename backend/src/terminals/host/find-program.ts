import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { HostFailure } from "./failure.ts";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Linux takes no longer argument or variable, its closing zero included. */
const MAX_STRING = 131_072;

export interface Program {
  argv: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
}

/** The file that a program's name means in its environment. Throws a {@link HostFailure} that says why it can't be run. */
export async function findProgram({ argv, cwd, env }: Program): Promise<string> {
  const name = argv[0] ?? "";
  if (name.includes("/")) {
    const path = resolve(cwd, name);
    const fault = await whyNot(path);
    if (fault === null) return path;
    throw cannotRun(path, fault);
  }
  let found: { path: string; fault: Fault } | null = null;
  for (const folder of (env.PATH ?? DEFAULT_PATH).split(":")) {
    if (name === "") break;
    const path = join(resolve(cwd, folder || "."), name);
    const fault = await whyNot(path);
    if (fault === null) return path;
    if (fault !== NOT_THERE) found ??= { path, fault };
  }
  if (found) throw cannotRun(found.path, found.fault);
  throw new HostFailure(
    "terminal-failed",
    `The command ${JSON.stringify(name)} was not found on the PATH.`,
    "Install it, or give its whole path.",
  );
}

/** Why a file can't be run, and what to do. */
type Fault = readonly [why: string, hint: string];

const NOT_THERE: Fault = ["there is no such file", "Install it, or mend its path in the command."];
const A_FOLDER: Fault = ["it is a folder", "Give the program in it that you mean."];
const NOT_EXECUTABLE: Fault = [
  "it may not be executed",
  "Make it executable (chmod +x) if it is a program, or give the program that reads it.",
];
const NO_PATH: Fault = ["that is no path", "Mend the command."];

const cannotRun = (path: string, [why, hint]: Fault) =>
  new HostFailure("terminal-failed", `${path} can't be run: ${why}.`, hint);

async function whyNot(path: string): Promise<Fault | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return A_FOLDER;
    await access(path, constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return NOT_THERE;
    if (code === "EACCES") return NOT_EXECUTABLE;
    if (isNoPath(code)) return NO_PATH;
    throw error;
  }
}

/** Throws a {@link HostFailure} that says why no program can start in a folder. */
export async function assertFolder(cwd: string): Promise<void> {
  const fault = await whyNotIn(cwd);
  if (fault !== null)
    throw new HostFailure(
      "terminal-failed",
      `No program can start in ${cwd}: ${fault}.`,
      "Choose another folder, or put that one back as it was.",
    );
}

async function whyNotIn(cwd: string): Promise<string | null> {
  try {
    if (!(await stat(cwd)).isDirectory()) return "it is not a folder";
    await access(cwd, constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "there is no such folder";
    if (code === "EACCES") return "it may not be entered";
    if (isNoPath(code)) return "that is no path";
    throw error;
  }
}

const isNoPath = (code = "") => ["ENAMETOOLONG", "ELOOP", "ERR_INVALID_ARG_VALUE"].includes(code);

/** What no program can be given, told before one is started. */
export function assertPassable({ argv, env }: Pick<Program, "argv" | "env">): void {
  const strings = [...argv, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  if (strings.some((text) => text.includes("\0")))
    throw new HostFailure(
      "invalid-request",
      "An argument or a variable holds a zero byte, which no program can be given.",
    );
  const long = process.platform === "linux" ? strings.find((text) => Buffer.byteLength(text) >= MAX_STRING) : undefined;
  if (long !== undefined)
    throw new HostFailure(
      "terminal-failed",
      `An argument or a variable of ${Buffer.byteLength(long)} bytes is larger than what a program can be given (${MAX_STRING - 1}).`,
      "Give a long text in a file, or on the program's input.",
    );
}
