import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { createSeen } from "./seen.ts";

const now = () => new Date("2026-05-01T00:00:00.000Z");

async function seenIn(folder: string) {
  const seen = createSeen({ file: join(folder, "seen.json"), now });
  await seen.load();
  return seen;
}

test("what happened before the first start is not unread, what happened since is, until it is seen", async () => {
  const folder = await temporaryFolder();
  const seen = await seenIn(folder);
  expect(seen.isUnread("a", "2026-04-30T00:00:00.000Z")).toBe(false);
  expect(seen.isUnread("a", "2026-05-02T00:00:00.000Z")).toBe(true);
  await seen.mark("a", "2026-05-02T00:00:00.000Z");
  expect(seen.isUnread("a", "2026-05-02T00:00:00.000Z")).toBe(false);
  expect(seen.isUnread("a", "2026-05-02T00:00:00.001Z")).toBe(true);
  expect(seen.isUnread("a", null)).toBe(false);
});

test("survives a restart, whole after many writes at once, and never goes back", async () => {
  const folder = await temporaryFolder();
  const seen = await seenIn(folder);
  await Promise.all(Array.from({ length: 20 }, (_, n) => seen.mark(`s-${n}`, "2026-06-01T00:00:00.000Z")));
  expect(await seen.mark("s-1", "2026-05-15T00:00:00.000Z")).toBe(false);
  await seen.forget("s-2");
  expect(await readdir(folder)).toEqual(["seen.json"]);
  const again = await seenIn(folder);
  expect(["s-1", "s-2"].map((id) => again.isUnread(id, "2026-06-01T00:00:00.000Z"))).toEqual([false, true]);
});

test("what was seen becomes unread only where a person wants it so", async () => {
  const seen = await seenIn(await temporaryFolder());
  await seen.mark("a", "2026-06-02T00:00:00.000Z");
  await seen.markUnread("a", "2026-06-01T00:00:00.000Z");
  expect(seen.isUnread("a", "2026-06-02T00:00:00.000Z")).toBe(true);
  await seen.mark("a", "2026-06-02T00:00:00.000Z");
  expect(seen.isUnread("a", "2026-06-02T00:00:00.000Z")).toBe(false);
});

test.each(["", "{", "null", "[]", '{"since":1}'])("a file that says %j is begun anew", async (content) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "seen.json"), content);
  await seenIn(folder);
  expect(JSON.parse(await readFile(join(folder, "seen.json"), "utf8"))).toEqual({
    since: now().toISOString(),
    seen: {},
  });
});
