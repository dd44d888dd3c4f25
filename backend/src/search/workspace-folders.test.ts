import { appendFile, mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import type { KnownSession } from "./workspace-cache.ts";
import { type FolderUnit, listChats, listSessionFolders } from "./workspace-folders.ts";

async function sessions(count: number): Promise<string> {
  const root = await temporaryFolder();
  for (let n = 0; n < count; n++) {
    const folder = join(root, `s-${n}`);
    await mkdir(folder);
    await writeFile(join(folder, "context.md"), "# Contesto\n");
    await utimes(folder, 1_900_000_000 + n, 1_900_000_000 + n);
  }
  return root;
}

const known = (units: readonly FolderUnit[]): Record<string, KnownSession> =>
  Object.fromEntries(
    units.map(({ sessionId, size, mtime, folder }) => [
      sessionId,
      { title: null, archived: false, startedAt: null, size, mtime, folder },
    ]),
  );

test("what is written in place moves a session's unit, and no other", async () => {
  const root = await sessions(3);
  const before = listSessionFolders(root, {});
  expect(listSessionFolders(root, known(before))).toEqual(before);
  await appendFile(join(root, "s-1/context.md"), "Una riga.\n");
  const moved = listSessionFolders(root, known(before)).filter(
    ({ path, size }) => before.find((unit) => unit.path === path)?.size !== size,
  );
  expect(moved.map(({ sessionId }) => sessionId)).toEqual(["s-1"]);
});

test("of many, old ones are looked into again only once something came or went in their folder", async () => {
  const root = await sessions(202);
  const before = listSessionFolders(root, {});
  await appendFile(join(root, "s-0/context.md"), "Una riga.\n");
  expect(listSessionFolders(root, known(before))).toEqual(before);
  await writeFile(join(root, "s-0/strategy.md"), "# Strategia\n");
  const first = listSessionFolders(root, known(before))[0];
  expect(first).toMatchObject({ sessionId: "s-201" });
  const after = listSessionFolders(root, known(before)).find(({ sessionId }) => sessionId === "s-0");
  expect(after?.size).toBe(11 + 10 + 12);
});

test("links, files, hidden folders and names that are no ids are no sessions", async () => {
  const root = await sessions(1);
  await mkdir(join(root, ".index"));
  await mkdir(join(root, "two words"));
  await writeFile(join(root, "notes.md"), "");
  await symlink(join(root, "s-0"), join(root, "link"));
  expect(listSessionFolders(root, {}).map(({ sessionId }) => sessionId)).toEqual(["s-0"]);
  expect(listSessionFolders(join(root, "nowhere"), {})).toEqual([]);
});

test("chats are the files of a session's folder, under its id", async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, "s-1"));
  await writeFile(join(root, "s-1/2026_abc.jsonl"), "{}\n");
  await writeFile(join(root, "s-1/other.txt"), "");
  expect(listChats(root)).toEqual([
    { path: join(root, "s-1/2026_abc.jsonl"), sessionId: "s-1", size: 3, mtime: expect.any(Number) },
  ]);
});
