import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { whenDone } from "./closing.mjs";

const bin = (name) => join(import.meta.dirname, "..", "..", "node_modules", ".bin", name);
/** The programs as a person and the server call them: through their shims. */
export const THT = bin("tht");
export const THOTH = bin("thoth");

/** A program gets this long to end by itself, a little more than the server gives its agents. */
const END_MS = 12_000;
const SAID = 20_000;

/** Makes a program in `folder` that does nothing, with a shim and a Node equal to those of `tht`. Returns its path. */
export function createEmptyProgram(folder) {
  const shims = join(folder, "bin");
  const shim = join(shims, "empty");
  mkdirSync(shims, { recursive: true });
  writeFileSync(join(folder, "empty.mjs"), "");
  symlinkSync(process.execPath, join(shims, "node"));
  writeFileSync(shim, readFileSync(THT, "utf8").replaceAll(/\.\.\/\.\.\/[^"']*\/tht\.js/g, "../empty.mjs"));
  chmodSync(shim, 0o755);
  return shim;
}

/**
 * Starts a program that ends with the bench at the latest. It has a process group of its own, so that Ctrl-C reaches it
 * once, through `end`, and not twice. `child.said` is the end of what it wrote to stderr.
 */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], detached: true, ...options });
  child.said = "";
  child.stderr.on("data", (chunk) => {
    child.said = (child.said + chunk).slice(-SAID);
  });
  // One that is gone takes no more input; its exit says so.
  child.stdin.on("error", () => {});
  child.once(
    "exit",
    whenDone(() => end(child)),
  );
  return child;
}

/** Ends a program and waits for it. */
export async function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGINT");
  const late = setTimeout(() => process.kill(-child.pid, "SIGKILL"), END_MS);
  await exited;
  clearTimeout(late);
}

/** The first line of a program's stdout that `find` finds something in: what it found. Rejects when it ends first. */
export function lineOf(child, find, limitMs = 60_000) {
  return new Promise((resolve, reject) => {
    let text = "";
    const fail = (what) => reject(new Error(`${child.spawnargs.join(" ")} ${what}\n${child.said}`));
    const late = setTimeout(() => fail(`said nothing within ${limitMs / 1000} s`), limitMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(late);
      fail(`ended with ${code}`);
    });
    child.stdout.on("data", (chunk) => {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      const found = lines.map(find).find((value) => value !== null);
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
  });
}

/** Runs a program to its end: all that it printed. Throws when it fails. */
export async function outputOf(program, args) {
  const child = start(program, args, { cwd: dirname(program) });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${child.said}`);
  return Buffer.concat(chunks).toString();
}

/** How long a program runs, from its start until all it printed was read, in milliseconds. Throws when it fails. */
export async function timeOf(program, args) {
  const begun = performance.now();
  await outputOf(program, args);
  return performance.now() - begun;
}
