import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { openDatabase } from "./database.ts";
import { indexStore } from "./index-store.ts";
import { knownFiles } from "./known-files.ts";

const unit = (path: string, size = 1) => ({ path, sessionId: path.slice(1), size, mtime: 1 });
const head = { sessionId: "s", cwd: null, title: null, startedAt: null, forkOf: null, subagentOf: null };
const reading = { head, turns: [], appended: false, title: null, mark: null, archived: false };

test("rows are known as they are, whoever wrote them, and not as they were before a rollback", () => {
  const file = join(temporaryFolder(), "index.db");
  const [mine, other] = [openDatabase(file), openDatabase(file)];
  const [store, theirs] = [indexStore(mine.sql), indexStore(other.sql)];
  const rows = (from = mine) =>
    Array.from(knownFiles(from.sql).rows().values(), ({ path, size, gone }) => `${path} ${size} ${gone}`);

  expect(rows()).toEqual([]);
  store.put("claude", unit("/a"), 1, reading);
  store.put("claude", unit("/b"), 1, reading);
  expect(rows()).toEqual(["/a 1 0", "/b 1 0"]);
  expect(rows(other)).toEqual(["/a 1 0", "/b 1 0"]);

  theirs.put("claude", unit("/b", 2), 1, reading);
  theirs.note("claude", unit("/c"), 1, null);
  expect(rows()).toEqual(["/a 1 0", "/b 2 0", "/c -2 0"]);

  mine.sql.exec("BEGIN IMMEDIATE");
  store.put("claude", unit("/d"), 1, reading);
  expect(rows()).toContain("/d 1 0");
  mine.sql.exec("ROLLBACK");
  expect(rows()).toEqual(["/a 1 0", "/b 2 0", "/c -2 0"]);

  const id = (path: string) => knownFiles(mine.sql).rows().get(path)?.id as number;
  const [a, b] = [id("/a"), id("/b")];
  store.setGone(a, true);
  store.remove(b);
  store.rename(a, "/b");
  store.note("claude", unit("/a"), 1, head);
  expect(rows().sort()).toEqual(["/a -1 0", "/b 1 0", "/c -2 0"]);
  expect(rows().sort()).toEqual(rows(other).sort());

  store.startOver();
  expect(rows()).toEqual([]);
  for (const { close } of [mine, other]) close();
});

test("a folder longer than any path is none", () => {
  const { sql } = openDatabase(join(temporaryFolder(), "index.db"));
  const folders = () =>
    sql
      .prepare("SELECT path FROM folders")
      .all()
      .map(({ path }) => String(path).length);
  indexStore(sql).put("claude", unit("/a"), 1, { ...reading, head: { ...head, cwd: `/${"p".repeat(4096)}` } });
  expect(folders()).toEqual([]);
  indexStore(sql).put("claude", unit("/b"), 1, { ...reading, head: { ...head, cwd: `/${"p".repeat(4095)}` } });
  expect(folders()).toEqual([4096]);
});
