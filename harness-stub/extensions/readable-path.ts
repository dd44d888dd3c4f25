import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

/**
 * Whether `path` (relative to `cwd`) is an existing file or folder inside one of `roots`, symbolic links resolved.
 * What does not exist is refused too: the reading tool knows spellings of its own (`~`, `@`), which mean nothing here.
 */
export function isReadable(path: string, cwd: string, roots: readonly string[]): boolean {
  const real = realPath(resolve(cwd, path));
  return (
    real !== null && roots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep))
  );
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null; // absent, not permitted, a loop of links or a NUL: nothing to read
  }
}
