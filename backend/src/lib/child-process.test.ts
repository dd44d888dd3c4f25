import { once } from "node:events";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { killTree, startChild } from "./child-process.ts";
import { allowedEnvironment } from "./environment.ts";
import { descendants, isAlive, type ProcessEntry } from "./process-tree.ts";

const node = (script: string) => ({
  argv: [process.execPath, "-e", script],
  cwd: tmpdir(),
  env: allowedEnvironment(process.env),
});

test("a child gets its arguments as they are and only the environment it was given", async () => {
  const child = await startChild({
    ...node(""),
    argv: [process.execPath, "-p", "JSON.stringify([process.argv.slice(1), process.env])", "--", "; rm -rf", "$(id)"],
    env: allowedEnvironment({ PATH: "/bin", API_KEY: "secret", LC_ALL: "C" }, { A: "1" }),
  });
  let out = "";
  child.process.stdout.on("data", (chunk) => {
    out += chunk;
  });
  expect(await child.closed).toEqual({ code: 0, signal: null });
  expect(JSON.parse(out)).toEqual([["; rm -rf", "$(id)"], { PATH: "/bin", LC_ALL: "C", A: "1" }]);
});

test("keeps the end of stderr and survives a write to a child that is gone", async () => {
  const child = await startChild(node("console.error('x'.repeat(99999) + 'END'); process.exit(3)"));
  expect(await child.closed).toEqual({ code: 3, signal: null });
  child.process.stdin.write("late");
  expect(child.stderr.text().trimEnd().endsWith("END")).toBe(true);
  expect(child.stderr.text().length).toBe(8192);
});

test("a program that does not exist rejects", async () => {
  await expect(startChild({ argv: ["/no/such/program"], cwd: tmpdir(), env: {} })).rejects.toMatchObject({
    code: "ENOENT",
  });
});

test("killTree ends the process, its children and grandchildren", async () => {
  const idle = "setInterval(()=>{}, 1000)";
  const child = await startChild({
    ...node(`const {spawn}=require('node:child_process');
      const c = spawn(process.execPath, ['-e', "require('node:child_process').spawn(process.execPath, ['-e', '${idle}'], {stdio:'inherit'}); console.log('up'); ${idle}"], {stdio:['ignore','inherit','ignore']});
      ${idle}`),
    detached: true,
  });
  await once(child.process.stdout, "data");
  await expect.poll(() => descendants(child.pid).length).toBe(2);
  const below = descendants(child.pid);
  killTree(child.entry as ProcessEntry);
  await child.closed;
  await expect.poll(() => below.filter(isAlive)).toEqual([]);
});
