import { closeSync, constants, openSync, readSync } from "node:fs";
import { HostFailure } from "./failure.ts";

/** What stands on the line when the system refused; the process is then the host's own copy, which ends at once. */
const REFUSED = /^(execvp\(3\)|chdir\(2\)) failed\.: (.*)/;

/** More than a system reads of a script's first line. */
const FIRST_LINE = 512;

/** Why the system did not make the process into the program at `path`; null where `said`, all that came, is no refusal. */
export function refusedProgram(said: string, path: string, cwd: string): HostFailure | null {
  const [, call, reason = ""] = REFUSED.exec(said.trim()) ?? [];
  if (call === undefined) return null;
  if (call === "chdir(2)")
    return new HostFailure(
      "terminal-failed",
      `The folder ${cwd} could not be entered: ${reason}.`,
      "Choose another folder, or see that it is there and may be entered.",
    );
  const [why, hint] = whyNotExecuted(reason, path);
  return new HostFailure("terminal-failed", `${path} could not be started: ${why}.`, hint);
}

/** The file is there and may be executed: that was looked at before. */
function whyNotExecuted(reason: string, path: string): [why: string, hint: string] {
  const interpreter = interpreterOf(path);
  switch (reason) {
    case "No such file or directory":
      return interpreter === null
        ? ["what loads it is not there", "Install the build of it that is made for this system."]
        : [`${interpreter}, which its first line names, is not there`, "Install that, or mend the line."];
    case "Permission denied":
      return [
        `${interpreter === null ? "it" : `it, or ${interpreter}, which its first line names,`} may not be executed here`,
        "Make it executable; where its whole file system is mounted noexec, put it elsewhere.",
      ];
    case "Argument list too long":
      return [
        "its arguments and variables together are larger than what a program can be given",
        "Give a long text in a file, or on the program's input.",
      ];
    case "Text file busy":
      return ["somebody is just writing it", "Try again when that is done."];
    case "Cannot allocate memory":
    case "Resource temporarily unavailable":
      return ["there is no memory left for it, or no process", "End programs that aren't needed, then try again."];
    default:
      return [reason, "Start it in a shell outside: the system may say more there."];
  }
}

/** What a script names to run it; null where it is none, or can't be read. */
function interpreterOf(path: string): string | null {
  const start = Buffer.alloc(FIRST_LINE);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, start, 0, FIRST_LINE, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    // It may be executed and not be read.
    return null;
  }
  return /^#![ \t]*([^\s\0]+)/.exec(start.toString("utf8"))?.[1] ?? null;
}

const DEVICE = "/dev/ptmx";

/**
 * Why the system opened no line, which it tells in no more than one word: what a line needs is tried once more, each thing
 * by itself.
 */
export function refusedLine(cause: unknown, device = DEVICE): HostFailure {
  return noLine(whyNoLine(codeOfOpening(device), device), ` (${textOf(cause)})`);
}

export const noFurtherProcess = () => noLine(NO_PROCESS);

const NO_PROCESS: [why: string, hint: string] = [
  "it starts no further process, or has no memory for one",
  "End programs that aren't needed, or raise the limit (ulimit -u, in a container its limit of processes), then try again.",
];

const noLine = ([why, hint]: [why: string, hint: string], cause = "") =>
  new HostFailure("terminal-failed", `The system opens no further terminal: ${why}${cause}.`, hint);

function whyNoLine(code: string | null, device: string): [why: string, hint: string] {
  switch (code) {
    case null:
      return NO_PROCESS;
    case "EMFILE":
    case "ENFILE":
      return [
        "no further file can be open",
        "Close terminals, or raise the limit (ulimit -n) and start the server anew, then try again.",
      ];
    case "ENOSPC":
    case "EAGAIN":
      return [
        "all its terminal lines are in use",
        "Close terminals, here or in other programs, or raise their number (on Linux the setting kernel.pty.max), then try again.",
      ];
    default:
      return [
        `${device} can't be opened (${code}), and without it there are none`,
        "In a container or sandbox, see that /dev/ptmx and /dev/pts are there and may be used.",
      ];
  }
}

/** Null where both ends of a line can be opened. */
function codeOfOpening(device: string): string | null {
  const open: number[] = [];
  try {
    open.push(openSync(device, constants.O_RDWR | constants.O_NOCTTY));
    open.push(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? textOf(error);
  } finally {
    for (const file of open) closeSync(file);
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
