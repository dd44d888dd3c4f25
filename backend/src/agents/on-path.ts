import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Where a command is found, absolute; null where it isn't. As `execvp` looks, but never in the current folder. */
export function findOnPath(command: string, path: string | undefined, cwd: string): string | null {
  if (command.includes("/")) {
    const file = resolve(cwd, command);
    return isProgram(file) ? file : null;
  }
  for (const folder of (path ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, command);
    if (isProgram(file)) return file;
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG", "EPERM"].includes(code)) return false;
    throw error;
  }
}
