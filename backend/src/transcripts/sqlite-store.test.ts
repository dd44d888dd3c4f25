import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { columnsOf, readStore, StoreCache, storeStamp } from "./sqlite-store.ts";

const count = (database: DatabaseSync) => database.prepare("SELECT count(*) AS n FROM said").get()?.n;

function laid(journal: "wal" | "delete" = "wal") {
  const folder = temporaryFolder();
  const path = join(folder, "store.db");
  const writer = new DatabaseSync(path);
  writer.exec(`PRAGMA journal_mode = ${journal}; CREATE TABLE said (text TEXT); INSERT INTO said VALUES ('one')`);
  return { folder, path, writer };
}

test.each(["wal", "delete"] as const)("a store at rest (%s) is read, and nothing appears beside it", (journal) => {
  const { folder, path, writer } = laid(journal);
  writer.close();
  expect(readStore(path, count)).toBe(1);
  expect(readdirSync(folder)).toEqual(["store.db"]);
});

test("what is only in the write-ahead log is read while the agent has the store open", () => {
  const { folder, path, writer } = laid();
  writer.exec("INSERT INTO said VALUES ('two')");
  const there = readdirSync(folder);
  expect(readStore(path, count)).toBe(2);
  expect(readdirSync(folder)).toEqual(there);
  writer.close();
});

test("a log that a crash left is read too", () => {
  const { path, writer } = laid();
  const copy = join(temporaryFolder(), "store.db");
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  writer.close();
  expect(readStore(copy, count)).toBe(1);
});

test("an agent that starts in the middle of a reading is noticed", () => {
  const { path, writer } = laid();
  writer.close();
  let other: DatabaseSync | undefined;
  const seen = readStore(path, (database) => {
    const before = count(database);
    if (!other) {
      other = new DatabaseSync(path);
      other.exec("INSERT INTO said VALUES ('two')");
    }
    return before;
  });
  other?.close();
  expect(seen).toBe(2);
});

test("the cache asks again when something was written, also when only to the log", () => {
  const { path, writer } = laid();
  let made = 0;
  const cache = new StoreCache<unknown>();
  const get = () =>
    cache.get(path, (database) => {
      made += 1;
      return count(database);
    });
  expect([get(), get(), made]).toEqual([1, 1, 1]);
  writer.exec("INSERT INTO said VALUES ('two')");
  expect([get(), get(), made]).toEqual([2, 2, 2]);
  writer.close();
  expect(cache.get(join(path, "nowhere.db"), count)).toBeNull();
});

test("a file that is no database is said to be none, and it is not written", () => {
  const path = join(temporaryFolder(), "store.db");
  writeFileSync(path, "not a database ".repeat(100));
  const stamp = storeStamp(path);
  expect(() => readStore(path, count)).toThrow("file is not a database");
  expect(() => readStore(path, (database) => database.exec("CREATE TABLE x (a)"))).toThrow();
  expect(storeStamp(path)).toBe(stamp);
});

test("columns are known before they are asked for", () => {
  const { path, writer } = laid();
  writer.close();
  expect(readStore(path, (database) => [[...columnsOf(database, "said")], columnsOf(database, "none").size])).toEqual([
    ["text"],
    0,
  ]);
});
