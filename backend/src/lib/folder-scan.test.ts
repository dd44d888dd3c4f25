import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolderScan } from "./folder-scan.ts";

test("tells which folders' files came, went or were written, and hidden ones not", async () => {
  const root = await mkdtemp(join(tmpdir(), "scan-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const name of ["a", "b", ".index"]) await mkdir(join(root, name));
  await writeFile(join(root, "a/doc.md"), "1");
  const scan = createFolderScan(root, (name) => !name.startsWith("."));
  expect(await scan.changed()).toEqual([]);
  expect(await scan.changed()).toEqual([]);
  await writeFile(join(root, "a/doc.md"), "2");
  await utimes(join(root, "a/doc.md"), 1, 1);
  await writeFile(join(root, "b/.half"), "x");
  await writeFile(join(root, ".index/x"), "x");
  expect(await scan.changed()).toEqual(["a"]);
  await mkdir(join(root, "c"));
  await rm(join(root, "b"), { recursive: true });
  expect(await scan.changed()).toEqual(["c", "b"]);
  await rm(root, { recursive: true });
  expect(await scan.changed()).toEqual(["a", "c"]);
});
