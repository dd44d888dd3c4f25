import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { sessionAt, sessionFiles } from "./session-files.ts";

test("a session is as large as its file and what lies beside it, and as new as the newest of them", () => {
  const folder = temporaryFolder();
  const [path, title] = [join(folder, "a.jsonl"), join(folder, "a.title")];
  writeFileSync(path, "12345");
  writeFileSync(title, "123");
  utimesSync(path, 1000, 1000);
  utimesSync(title, 2000, 2000);
  expect(sessionAt(path, "a")).toEqual({ path, sessionId: "a", size: 5, mtime: 1_000_000 });
  expect(sessionAt(path, "a", title, join(folder, "none"))).toEqual({
    path,
    sessionId: "a",
    size: 8,
    mtime: 2_000_000,
  });
  expect([sessionAt(title.replace("a.title", "none"), "a"), sessionAt(folder, "a")]).toEqual([null, null]);
});

test("a folder's sessions are its own files with the ending, links and folders aside", () => {
  const folder = temporaryFolder();
  for (const name of ["a.jsonl", "b.jsonl", "c.json"]) writeFileSync(join(folder, name), "{}");
  mkdirSync(join(folder, "d.jsonl"));
  symlinkSync(join(folder, "a.jsonl"), join(folder, "e.jsonl"));
  expect(sessionFiles(folder, ".jsonl", []).map(({ sessionId }) => sessionId)).toEqual(["a", "b"]);
});
