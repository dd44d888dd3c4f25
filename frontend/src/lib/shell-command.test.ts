import { expect, test } from "vitest";
import { shellCommand } from "./shell-command.ts";

test("plain words stay as they are, all others are quoted", () => {
  expect(shellCommand(["codex", "resume", "019a-f0", "--cd=/home/m/retail"])).toBe(
    "codex resume 019a-f0 --cd=/home/m/retail",
  );
  expect(shellCommand(["a b", "", "$(rm)", "don't", "è"])).toBe(`'a b' '' '$(rm)' 'don'\\''t' 'è'`);
});
