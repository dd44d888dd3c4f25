import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The program as a person and the server call it: through its shim. */
export const THT = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "tht");

/** Makes a program in `folder` that does nothing, with a shim and a Node equal to those of `tht`. Returns its path. */
export function createEmptyProgram(folder) {
  const bin = join(folder, "bin");
  const shim = join(bin, "empty");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, "empty.mjs"), "");
  symlinkSync(process.execPath, join(bin, "node"));
  writeFileSync(shim, readFileSync(THT, "utf8").replaceAll(/\.\.\/\.\.\/[^"']*\/tht\.js/g, "../empty.mjs"));
  chmodSync(shim, 0o755);
  return shim;
}

/** How long a program runs, from its start until all it printed was read, in milliseconds. Throws when it fails. */
export function timeOf(program, args) {
  const begun = performance.now();
  const { status, stderr, error } = spawnSync(program, args, { maxBuffer: 2 ** 30, cwd: dirname(program) });
  const time = performance.now() - begun;
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return time;
}
