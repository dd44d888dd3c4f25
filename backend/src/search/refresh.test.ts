import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { found, searchBench, sessions } from "../../test/search-bench.ts";

const bench = searchBench();
const { open, session } = bench;

describe("as files change", () => {
  test("what is appended, torn, replaced, truncated or edited is as in a new index", async () => {
    const path = session("a", ["The first heron stands in the water.", "The second heron has gone to sleep."]);
    const search = open();
    expect((await search.search({ q: "heron" })).hits).toHaveLength(2);
    const third = claudeTranscript("a", [{ text: "The third heron is only half written." }], bench.project);
    appendFileSync(path, third.slice(0, 90));
    expect((await search.search({ q: "heron" })).hits).toHaveLength(2);
    appendFileSync(path, third.slice(90));
    expect((await search.search({ q: "heron" })).hits).toHaveLength(3);
    writeFileSync(
      path,
      claudeTranscript(
        "a",
        ["A stork has taken the place of them all, and it is much longer than before."],
        bench.project,
      ),
    );
    expect(await sessions(search, "heron")).toEqual([]);
    expect(await sessions(search, "stork")).toEqual(["a"]);
    writeFileSync(path, claudeTranscript("a", ["An egret, in short, is all."], bench.project));
    expect([await sessions(search, "stork"), await sessions(search, "egret")]).toEqual([[], ["a"]]);
  });

  test("where an older index kept how far it had read in another way, a file that has grown is read whole once more", async () => {
    const path = session("a", ["The first heron stands in the water."]);
    const before = open();
    await before.refresh();
    await before.close();
    const database = new DatabaseSync(bench.file);
    expect(database.prepare("UPDATE marks SET mark = x'ab56'").run().changes).toBe(1);
    database.close();
    const search = open();
    for (const count of ["second", "third"]) {
      appendFileSync(path, claudeTranscript("a", [`The ${count} heron has come later.`], bench.project));
      expect((await found(search, `"${count} heron"`)).length, count).toBe(1);
    }
    expect(await found(search, "heron")).toHaveLength(3);
  });

  test("a file that is gone stays, marked, until it is forgotten", async () => {
    const path = session("a", ["The heron is in the project itself."]);
    session("b", ["Another heron that stays where it is."]);
    const search = open();
    await search.refresh();
    rmSync(path);
    const gone = (await search.search({ q: "heron" })).hits.map(({ sessionId, gone }) => [sessionId, gone]).sort();
    expect(gone).toEqual([
      ["a", true],
      ["b", false],
    ]);
    expect(await search.forget()).toBe(1);
    expect(await sessions(search, "heron")).toEqual(["b"]);
    expect(await search.forget({ agent: "claude", sessionId: "b" })).toBe(1);
    expect(await sessions(search, "heron")).toEqual([]);
    await expect(search.transcript({ agent: "claude", sessionId: "b" }, {})).rejects.toThrow("No session");
  });

  test("keep_gone: false forgets a file with itself", async () => {
    const path = session("a", ["The heron is in the project itself."]);
    const search = open();
    await search.refresh();
    bench.settings = { ...bench.settings, keepGone: false };
    expect(bench.isKept("heron")).toBe(true);
    rmSync(path);
    expect(await sessions(search, "heron")).toEqual([]);
    expect(bench.isKept("heron")).toBe(false);
  });

  test("a file that moved to another folder of the store is the same session", async () => {
    const path = session("a", ["The heron is in the project itself."]);
    const search = open();
    await search.refresh();
    mkdirSync(join(bench.home, ".claude/projects/tree"), { recursive: true });
    const moved = join(bench.home, ".claude/projects/tree/a.jsonl");
    renameSync(path, moved);
    expect((await search.search({ q: "heron" })).hits.map(({ gone }) => gone)).toEqual([false]);
    renameSync(moved, path);
    appendFileSync(path, claudeTranscript("later", ["The egret came when it had moved."], bench.project));
    expect(await found(search, "egret")).toEqual(["a: The «egret» came when it had moved."]);
  });

  test("a file that was given another name than its session's id is there, under the new one", async () => {
    const store = join(bench.home, ".pi/agent/sessions/--project--");
    const at = "2026-06-01T00:00:00Z";
    mkdirSync(store, { recursive: true });
    const header = { type: "session", version: 3, id: "the-id", timestamp: at, cwd: bench.project };
    const said = {
      type: "message",
      id: "1",
      timestamp: at,
      message: { role: "user", content: "The heron is in a file." },
    };
    writeFileSync(join(store, "mine.jsonl"), `${JSON.stringify(header)}\n${JSON.stringify(said)}\n`);
    const search = open();
    await search.refresh();
    renameSync(join(store, "mine.jsonl"), join(store, "ours.jsonl"));
    const { hits } = await search.search({ q: "heron" });
    expect(hits.map(({ sessionId, gone }) => [sessionId, gone])).toEqual([["the-id", false]]);
  });

  test("what lies in a folder whose name begins like the store's is not gone from the store", async () => {
    const other = join(bench.folder, "sessions-old");
    mkdirSync(other);
    writeFileSync(join(other, "a.jsonl"), claudeTranscript("a", ["The heron is in the older folder."], bench.project));
    await open({ env: { HOME: bench.home, THOTH_SESSIONS_DIR: other } }).refresh();
    const search = open({ env: { HOME: bench.home, THOTH_SESSIONS_DIR: join(bench.folder, "sessions") } });
    mkdirSync(join(bench.folder, "sessions"));
    expect((await search.status()).agents.map(({ gone }) => gone)).toEqual([0]);
  });

  test("what was rewritten within a file that grew, out of sight of its ends, is found by reading anew", async () => {
    const filler = Array.from({ length: 100 }, (_, n) => `Turn number ${n}, which is long enough to fill the file.`);
    const path = session("a", [...filler, "The heron is in the middle.", ...filler]);
    const search = open();
    await search.refresh();
    writeFileSync(path, readFileSync(path, "utf8").replace("The heron is", "The stork is"));
    appendFileSync(path, claudeTranscript("a", ["Something more was said after all that."], bench.project));
    await search.refresh();
    await search.reindex();
    expect([await sessions(search, "heron"), await sessions(search, "stork")]).toEqual([[], ["a"]]);
  });

  test("reindex reads all anew and keeps what can't be read any more", async () => {
    const path = session("a", ["The heron is in the project itself."]);
    session("b", ["Another heron that stays where it is."]);
    const search = open();
    await search.refresh();
    rmSync(path);
    await search.refresh();
    await search.reindex();
    expect(await sessions(search, "heron")).toEqual(["a", "b"]);
  });
});
