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
    await expect.poll(() => seen).toContain(name);
    seen.length = 0;
  };
  return { root, seen, next, watch };
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
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set(["old"]));
  expect(seen.length).toBeLessThan(20);
});

test("a root that is not there rejects", async () => {
  const options = { root: "/no/such", isWatched: () => true, onChange: () => {}, onLost: () => {} };
  await expect(watchFolders(options)).rejects.toMatchObject({ code: "ENOENT" });
});

test("what is known already is not told; what is written after that is", async () => {
  const { root, seen, watch } = await watched();
  await mkdir(join(root, "other"));
  await expect.poll(() => seen).toContain("other");
  seen.length = 0;
  await writeFile(join(root, "old/a.md"), "1");
  await writeFile(join(root, "other/a.md"), "1");
  // The system's news have come by then, and have not been told yet.
  await new Promise((resolve) => setImmediate(resolve));
  watch.known(["old"]);
  await expect.poll(() => seen).toEqual(["other"]);
  await writeFile(join(root, "old/a.md"), "2");
  await expect.poll(() => seen).toContain("old");
});

test("knows when another folder stands in the root's place", async () => {
  const { root, watch } = await watched();
  expect(await watch.isCurrent()).toBe(true);
  await rename(root, `${root}-moved`);
  onTestFinished(() => rm(`${root}-moved`, { recursive: true, force: true }));
  expect(await watch.isCurrent()).toBe(false);
  await mkdir(root);
  expect(await watch.isCurrent()).toBe(false);
});
