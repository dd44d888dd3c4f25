import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, resolve, sep } from "node:path";

/** The functions by which a synchronous reader opens files and folders; a database is opened by SQLite itself. */
const OPENERS = ["openSync", "readFileSync", "readdirSync", "opendirSync"] as const;

/** The paths that were opened while `act` ran. */
export function watchingFiles(act: () => void): string[] {
  const opened: string[] = [];
  intercepted((path) => {
    opened.push(path);
  }, act);
  return opened;
}

/** Nothing in these folders, nor they themselves, may be opened while `act` runs. Works for root too, whom modes don't stop. */
export function denying<T>(folders: readonly string[], act: () => T): T {
  return intercepted((path) => {
    if (!folders.some((folder) => isWithin(folder, path))) return;
    throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: "EACCES", path });
  }, act);
}

/** Of the paths those that lie, links resolved, in none of the folders. */
export function outsideOf(folders: readonly string[], paths: readonly string[]): string[] {
  const real = folders.map(realpath);
  return paths.filter((path) => !real.some((folder) => isWithin(folder, realpath(path))));
}

function intercepted<T>(before: (path: string) => void, act: () => T): T {
  const originals = OPENERS.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals)
    Object.assign(fs, {
      [name](path: unknown, ...rest: unknown[]) {
        if (typeof path === "string" || path instanceof URL || Buffer.isBuffer(path)) before(resolve(String(path)));
        return (original as (...all: unknown[]) => unknown)(path, ...rest);
      },
    });
  syncBuiltinESMExports();
  try {
    return act();
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
}

const isWithin = (folder: string, path: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** With the links of the part of the path that exists resolved. */
function realpath(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realpath(parent), path.slice(parent.length));
  }
}
