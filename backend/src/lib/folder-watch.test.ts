import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchFolders } from "./folder-watch.ts";

async function watched() {
  const root = await mkdtemp(join(tmpdir(), "watch-"));
  await mkdir(join(root, "old"));
  const seen: string[] = [];
  const watch = await watchFolders({
    root,
    isWatched: (name) => !name.startsWith("."),
    onChange: (names) => seen.push(...names),
    onLost: (error) => seen.push(`lost: ${error.message}`),
    settleMs: 20,
  });
  onTestFinished(async () => {
    watch.close();
    await rm(root, { recursive: true, force: true });
  });
  const next = async (name: string) => {
    await expect.poll(() => seen, { timeout: 3000 }).toContain(name);
    seen.length = 0;
  };
  return { root, seen, next };
}

test("tells of a file written, appended, renamed into place, in folders old and new, and of a folder that goes", async () => {
  const { root, next } = await watched();
  await writeFile(join(root, "old/a.md"), "1");
  await next("old");
  await appendFile(join(root, "old/a.md"), "2");
  await next("old");
  await writeFile(join(root, "old/.tmp"), "3");
  await rename(join(root, "old/.tmp"), join(root, "old/a.md"));
  await next("old");
  await mkdir(join(root, ".creating-new"));
  await rename(join(root, ".creating-new"), join(root, "new"));
  await next("new");
  await writeFile(join(root, "new/b.md"), "1");
  await next("new");
  await rename(join(root, "new"), join(root, ".deleting-new"));
  await next("new");
});

test("what happens close together is told once, and hidden names not at all", async () => {
  const { root, seen } = await watched();
  await writeFile(join(root, ".hidden"), "1");
  for (let n = 0; n < 20; n++) await writeFile(join(root, "old/a.md"), String(n));
  await expect.poll(() => seen.length, { timeout: 3000 }).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set(["old"]));
  expect(seen.length).toBeLessThan(20);
});

test("a root that is not there rejects", async () => {
  const options = { root: "/no/such", isWatched: () => true, onChange: () => {}, onLost: () => {} };
  await expect(watchFolders(options)).rejects.toMatchObject({ code: "ENOENT" });
});
