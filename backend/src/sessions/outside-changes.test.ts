import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import type { watchFolders } from "../lib/folder-watch.ts";
import { createOutsideChanges } from "./outside-changes.ts";

async function outside(root: string | null, people = true, watch?: typeof watchFolders) {
  const log: string[] = [];
  const state = { different: [] as string[], refreshed: 0, stale: 0, people };
  const changes = createOutsideChanges({
    root,
    ...(watch ? { watch } : {}),
    pollMs: 20,
    onChange: (ids) => log.push(...ids.map((id) => `watched ${id}`)),
    onDifference: (ids) => log.push(...ids.map((id) => `listed ${id}`)),
    refresh: async () => {
      state.refreshed++;
      return state.different.splice(0);
    },
    isWatchedByPeople: () => state.people,
    onStale: () => {
      state.stale++;
    },
  });
  onTestFinished(() => changes.close());
  const failures: unknown[] = [];
  await changes.start((error) => failures.push(error));
  return { log, state, failures, changes };
}

test("without a folder to watch the list is asked for while people watch, and only then", async () => {
  const { log, state } = await outside(null, false);
  await expect.poll(() => state.stale).toBeGreaterThan(2);
  expect(state.refreshed).toBe(0);
  state.people = true;
  state.different = ["s-1"];
  await expect.poll(() => log).toEqual(["listed s-1"]);
});

test("a folder that comes later is watched from then on, and hardly asked about", async () => {
  const root = join(await temporaryFolder(), "sessions");
  const { log, state } = await outside(root);
  await expect.poll(() => state.refreshed).toBeGreaterThan(1);
  await mkdir(root);
  // The watch begins at a tick; what is written before it is the list's to show.
  await expect
    .poll(async () => {
      await writeFile(join(root, `s-${log.length}`), "x");
      return log;
    })
    .toContainEqual(expect.stringMatching(/^watched s-/));
  const before = state.refreshed;
  const ticks = state.stale;
  await expect.poll(() => state.stale).toBeGreaterThan(ticks);
  expect(state.refreshed - before).toBeLessThanOrEqual(2);
});

test("a harness that fails is told of, and asked again", async () => {
  const { state, failures } = await outside(null);
  const refused = new Error("no");
  state.different = new Proxy([], {
    get: () => {
      throw refused;
    },
  });
  await expect.poll(() => failures.length).toBeGreaterThan(1);
  expect(failures[0]).toBe(refused);
});

test("nothing is told after the close", async () => {
  const root = await temporaryFolder();
  const { log, changes } = await outside(root);
  changes.close();
  await writeFile(join(root, "s-1"), "x");
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual([]);
});

test("another folder in the place of the watched one is noticed, and watched from then on", async () => {
  const root = join(await temporaryFolder(), "sessions");
  await mkdir(join(root, "s-old"), { recursive: true });
  const { log } = await outside(root);
  await rename(root, `${root}-moved`);
  await mkdir(root);
  await expect
    .poll(async () => {
      await writeFile(join(root, `s-${log.length}`), "x");
      return log;
    })
    .toContainEqual(expect.stringMatching(/^watched s-\d/));
});

test("where no watch is to be had a document written in place is noticed by looking", async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, "s-1"));
  const limit = Object.assign(new Error("no watchers are left"), { code: "ENOSPC" });
  const { log } = await outside(root, true, () => Promise.reject(limit));
  await expect
    .poll(async () => {
      await appendFile(join(root, "s-1/context.md"), "x");
      return log;
    })
    .toContain("listed s-1");
});
