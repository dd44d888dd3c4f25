import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellLine } from "./shell-line.ts";

test("a shell gives back each argument as it was", () => {
  const argv = ["a b", "", "$HOME", "`id`", "don't", "città\n2", "-x=1", "\\", '"', "*"];
  const print = `${shellLine([process.execPath, "-p", "JSON.stringify(process.argv.slice(1))", "--"])} ${shellLine(argv)}`;
  expect(JSON.parse(execFileSync("sh", ["-c", print], { encoding: "utf8" }))).toEqual(argv);
});

test("what needs no quotes has none", () => {
  expect(shellLine(["codex", "resume", "019a-f0", "--cd=/home/m/retail"])).toBe(
    "codex resume 019a-f0 --cd=/home/m/retail",
  );
});
