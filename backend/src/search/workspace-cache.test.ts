import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { createWorkspaceCache, type KnownSession } from "./workspace-cache.ts";

const session = (title: string): KnownSession => {
  return { title, archived: false, startedAt: null, size: 1, mtime: 2, folder: 3 };
};

async function open() {
  const folder = await temporaryFolder();
  const anew = () => createWorkspaceCache(join(folder, "search-workspace.json"));
  return { folder, anew, kept: () => Object.keys(anew().get().sessions) };
}

test("of changes that overlap the last one stays, however long the ones before take to write", async () => {
  const { folder, anew, kept } = await open();
  const cache = anew();
  const large = session("x".repeat(8 << 20));
  await Promise.all([
    cache.change(({ sessions }) => Object.assign(sessions, { large, "s-1": session("one") })),
    cache.change(({ sessions }) => void delete sessions.large),
    cache.change(({ sessions }) => Object.assign(sessions, { "s-2": session("two") })),
  ]);
  expect([Object.keys(cache.get().sessions), kept()]).toEqual([
    ["s-1", "s-2"],
    ["s-1", "s-2"],
  ]);
  expect(await readdir(folder)).toEqual(["search-workspace.json"]);
});

test("a change is made to what another program wrote meanwhile", async () => {
  const { anew, kept } = await open();
  const [ours, theirs] = [anew(), anew()];
  await ours.change(({ sessions }) => Object.assign(sessions, { "s-1": session("one") }));
  await theirs.change(({ sessions }) => Object.assign(sessions, { "s-2": session("two") }));
  await ours.change(({ sessions }) => Object.assign(sessions, { "s-3": session("three") }));
  expect(kept()).toEqual(["s-1", "s-2", "s-3"]);
});

test("one that fails is told to who asked for it, and the next is made", async () => {
  const { anew, kept } = await open();
  const cache = anew();
  const failing = cache.change(() => {
    throw new Error("no such luck");
  });
  const next = cache.change(({ sessions }) => Object.assign(sessions, { "s-1": session("one") }));
  await expect(failing).rejects.toThrow("no such luck");
  await next;
  expect(kept()).toEqual(["s-1"]);
});
