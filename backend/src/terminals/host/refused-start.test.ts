import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";
import { HostFailure } from "./failure.ts";
import { startPty } from "./pty.ts";
import { refusedLine } from "./refused-start.ts";

async function open() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  const executable = async (name: string, content: string | Uint8Array) => {
    await writeFile(at(name), content, { mode: 0o755 });
    return at(name);
  };
  const told = async (argv: string[], cwd = folder) => {
    const error = await startPty({ argv, cwd, env: { PATH: "/usr/bin:/bin" }, cols: 80, rows: 24 }).catch((e) => e);
    return error instanceof HostFailure ? error.failure : expect.fail(`${argv} was started`);
  };
  return { at, executable, told };
}

const failed = (detail: string, hint: string) => ({
  code: "terminal-failed",
  detail: expect.stringContaining(detail),
  hint: expect.stringContaining(hint),
});

test("a folder that no program can start in is named, with what is wrong with it", async () => {
  const { at, told } = await open();
  await writeFile(at("file"), "");
  expect(await told(["sh"], at("none"))).toEqual(failed(`${at("none")}: there is no such folder`, "another folder"));
  expect(await told(["sh"], at("file"))).toEqual(failed(`${at("file")}: it is not a folder`, "another folder"));
  expect(await told(["sh"], at("x".repeat(300)))).toEqual(failed("that is no path", "another folder"));
});

test("a file that can't be run is named, with what would help", async () => {
  const { at, told } = await open();
  await mkdir(at("folder"));
  await writeFile(at("text"), "");
  expect(await told(["no-such-program"])).toEqual(failed("was not found on the PATH", "Install it"));
  expect(await told([at("none")])).toEqual(failed("there is no such file", "its path"));
  expect(await told([at("folder")])).toEqual(failed("it is a folder", "program in it"));
  expect(await told([at("text")])).toEqual(failed("it may not be executed", "chmod +x"));
});

test("what only the system knows is told as well: an interpreter, a loader, arguments that are too much in all", async () => {
  const { at, executable, told } = await open();
  const script = await executable("script", "#! /no/such/interpreter -x\n");
  expect(await told([script])).toEqual(failed("/no/such/interpreter, which its first line names, is not", "Install"));
  await writeFile(at("text"), "");
  const indirect = await executable("indirect", `#!${at("text")}\n`);
  expect(await told([indirect])).toEqual(failed(`${at("text")}, which its first line names, may not be`, "executable"));
  const shell = await readFile(await realpath("/bin/sh"), "latin1");
  const foreign = shell.replace(/\/lib[\w./-]*\/ld-[\w.-]+/, (loader) => "/x".padEnd(loader.length, "x"));
  expect(foreign).not.toBe(shell);
  const binary = await executable("binary", Buffer.from(foreign, "latin1"));
  expect(await told([binary])).toEqual(failed("what loads it is not there", "made for this system"));
  expect(await told(["true", ...Array<string>(60).fill("x".repeat(130_000))])).toEqual(
    failed("its arguments and variables together", "in a file"),
  );
});

test("one that is refused is told so also where it was gone before anybody looked", async () => {
  const { executable, told } = await open();
  const script = await executable("script", "#!/no/such/interpreter\n");
  const refusals = await Promise.all(Array.from({ length: 50 }, () => told([script])));
  expect(refusals).toEqual(Array(50).fill(failed("could not be started", "Install")));
});

test("where there are no terminal lines at all that is told, not that they are used up", async () => {
  const { at } = await open();
  const { failure } = refusedLine(new Error("forkpty(3) failed."), at("ptmx"));
  expect(failure).toEqual(failed(`${at("ptmx")} can't be opened (ENOENT)`, "container"));
});
