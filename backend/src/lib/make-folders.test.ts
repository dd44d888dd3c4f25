import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { makeFolders } from "./make-folders.ts";

test("makes what is missing, and is content with what is there", async () => {
  const folder = join(await temporaryFolder(), "a", "b", "c");
  await makeFolders(folder, 0o700);
  await makeFolders(folder, 0o700);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("two at once make the same", async () => {
  const folder = join(await temporaryFolder(), "a", "b", "c");
  await Promise.all([1, 2, 3, 4].map(() => makeFolders(folder, 0o700)));
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test("says why it can't: a file in the way", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  await expect(makeFolders(file, 0o700)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolders(join(file, "x"), 0o700)).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.runIf(existsSync("/proc"))("ends where the system makes no folders", async () => {
  await expect(makeFolders("/proc/none/here", 0o700)).rejects.toMatchObject({ code: "ENOENT" });
});
