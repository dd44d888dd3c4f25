import { readdir, readFile, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { createPromptFiles } from "./prompt-files.ts";

test("a prompt's file is this user's alone, and goes after a week", async () => {
  const files = createPromptFiles({ home: await temporaryFolder(), now: () => new Date() });
  const [old, fresh] = [files.next(), files.next()];
  await files.write({ path: old, text: "old" });
  expect((await stat(old)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(old))).mode & 0o777).toBe(0o700);
  await utimes(old, 0, 0);
  await files.write({ path: fresh, text: "città" });
  expect(await readFile(fresh, "utf8")).toBe("città");
  expect((await readdir(dirname(fresh))).length).toBe(1);
  await files.remove(fresh);
  expect(await readdir(dirname(fresh))).toEqual([]);
});
