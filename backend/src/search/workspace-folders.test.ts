import { appendFile, mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
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

const known = (units: readonly FolderUnit[]) => (id: string, folder: number) =>
  units.find((unit) => unit.sessionId === id && unit.folder === folder);
const none = () => undefined;
const list = async (...given: Parameters<typeof listSessionFolders>) => (await listSessionFolders(...given)) ?? [];

test("what is written in place moves a session's unit, and no other", async () => {
  const root = await sessions(3);
  const before = await list(root, none);
  expect(await list(root, known(before))).toEqual(before);
  await appendFile(join(root, "s-1/context.md"), "Una riga.\n");
  const moved = (await list(root, known(before))).filter(
    ({ path, size }) => before.find((unit) => unit.path === path)?.size !== size,
  );
  expect(moved.map(({ sessionId }) => sessionId)).toEqual(["s-1"]);
});

test("of many, old ones are looked into again only once something came or went in their folder", async () => {
  const root = await sessions(202);
  const before = await list(root, none);
  await appendFile(join(root, "s-0/context.md"), "Una riga.\n");
  expect(await list(root, known(before))).toEqual(before);
  await writeFile(join(root, "s-0/strategy.md"), "# Strategia\n");
  const first = (await list(root, known(before)))[0];
  expect(first).toMatchObject({ sessionId: "s-201" });
  const after = (await list(root, known(before))).find(({ sessionId }) => sessionId === "s-0");
  expect(after?.size).toBe(11 + 10 + 12);
});

test("links, files, hidden folders and names that are no ids are no sessions", async () => {
  const root = await sessions(1);
  await mkdir(join(root, ".index"));
  await mkdir(join(root, "two words"));
  await writeFile(join(root, "notes.md"), "");
  await symlink(join(root, "s-0"), join(root, "link"));
  expect((await list(root, none)).map(({ sessionId }) => sessionId)).toEqual(["s-0"]);
  expect(await list(join(root, "nowhere"), none)).toEqual([]);
});

test("of a list that nobody wants any more nothing is answered", async () => {
  const root = await sessions(3);
  expect(await listSessionFolders(root, none, AbortSignal.abort())).toBeNull();
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
