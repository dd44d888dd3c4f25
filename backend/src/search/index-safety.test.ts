import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import type { Reader } from "../transcripts/index.ts";
import { claude } from "../transcripts/readers/claude.ts";
import { createSearch } from "./search.ts";
import type { Search, SearchParts } from "./types.ts";

const ONCE = fileURLToPath(new URL("../../test/fixtures/bin/search-once.mjs", import.meta.url));
const FILES = 40;
const TURNS = 60;

let folder: string;
let given: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  given = join(folder, "given");
  file = join(folder, "sessions.db");
  mkdirSync(given);
});

function fill(files = FILES): void {
  for (let n = 0; n < files; n++) {
    const said = Array.from({ length: TURNS }, (_, turn) => `The heron of file ${n} and turn ${turn} is in the water.`);
    writeFileSync(join(given, `s${n}.jsonl`), claudeTranscript(`s${n}`, said));
  }
}

function open(parts: Partial<SearchParts> = {}): Search {
  const search = createSearch({
    file,
    settings: async () => ({ enabled: true, keepGone: true, projects: [folder] }),
    own: null,
    env: { THOTH_SESSIONS_DIR: given },
    resumeOwn: () => [],
    now: () => new Date(),
    ...parts,
  });
  onTestFinished(() => search.close());
  return search;
}

function once(q = "heron") {
  const child = spawn(process.execPath, [ONCE, file, given, q], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const done = new Promise<{ code: number | null; out: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, out }));
  });
  return { child, done };
}

function counts() {
  const database = new DatabaseSync(file);
  try {
    database.exec("INSERT INTO words(words, rank) VALUES ('integrity-check', 0)");
    const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    return {
      turns: one("SELECT count(*) FROM turns"),
      texts: one("SELECT count(*) FROM texts"),
      words: one("SELECT count(*) FROM words_docsize"),
      sound: one("PRAGMA integrity_check"),
    };
  } finally {
    database.close();
  }
}

const whole = { turns: FILES * TURNS, texts: FILES * TURNS, words: FILES * TURNS, sound: "ok" };

test("six at once on a cold index: no error, nothing twice, nobody stale", async () => {
  fill();
  const results = await Promise.all(Array.from({ length: 6 }, () => once().done));
  for (const { code, out } of results)
    expect([code, JSON.parse(out)]).toEqual([0, { hits: 20, stale: false, notice: null }]);
  expect(counts()).toEqual(whole);
}, 60_000);

test("six queries at once in one process", async () => {
  fill();
  const search = open();
  const answers = await Promise.all(Array.from({ length: 6 }, () => search.search({ q: "heron" })));
  expect(answers.map(({ hits }) => hits.length)).toEqual([20, 20, 20, 20, 20, 20]);
  expect(counts()).toEqual(whole);
});

test.each([0, 1, 2])(
  "killed while it indexes (%i), the next one completes it",
  async (moment) => {
    fill();
    const { child, done } = once();
    await new Promise<void>((resolve) => {
      let seen = 0;
      child.stderr.on("data", () => seen++ >= moment && resolve());
      child.on("close", () => resolve());
    });
    child.kill("SIGKILL");
    await done;
    expect((await open().search({ q: "heron" })).hits).toHaveLength(20);
    expect(counts()).toEqual(whole);
  },
  60_000,
);

test("while another one writes, what is there is answered, and said to be stale", async () => {
  fill(2);
  const search = open({ waitMs: 50 });
  await search.search({ q: "heron" });
  const lease = new DatabaseSync(`${file}.lock`);
  lease.exec("BEGIN EXCLUSIVE");
  writeFileSync(join(given, "new.jsonl"), claudeTranscript("new", ["A stork that nobody has read of yet."]));
  expect(await search.search({ q: "stork" })).toMatchObject({ hits: [], stale: true });
  expect((await search.search({ q: "heron" })).hits).toHaveLength(20);
  lease.close();
  expect(await search.search({ q: "stork" })).toMatchObject({ hits: [{ sessionId: "new" }], stale: false });
});

test("what was looked at just now is not looked at again for each key that is typed", async () => {
  fill(2);
  const search = open({ recentMs: 60_000 });
  await search.search({ q: "heron" });
  writeFileSync(join(given, "new.jsonl"), claudeTranscript("new", ["A stork that nobody has read of yet."]));
  expect((await search.search({ q: "stork" })).hits).toEqual([]);
  await search.refresh();
  expect((await search.search({ q: "stork" })).hits).toHaveLength(1);
});

test("what is known to have changed is looked at again at once, also where it changed during a look", async () => {
  fill(2);
  let list = claude.list;
  const reader: Reader = { ...claude, list: (context) => list(context) };
  const search = open({ recentMs: 60_000, readers: [reader] });
  await search.search({ q: "heron" });
  const add = (id: string) =>
    writeFileSync(join(given, `${id}.jsonl`), claudeTranscript(id, ["A stork that nobody has read of yet."]));
  add("new");
  search.changed();
  expect((await search.search({ q: "stork" })).hits).toHaveLength(1);
  list = (context) => {
    const listed = claude.list(context);
    add("newer");
    search.changed();
    list = claude.list;
    return listed;
  };
  search.changed();
  await search.search({ q: "stork" });
  expect((await search.search({ q: "stork" })).hits).toHaveLength(2);
});

test("what others have waited for already is not waited for anew", async () => {
  fill(2);
  const lease = new DatabaseSync(`${file}.lock`);
  lease.exec("BEGIN EXCLUSIVE");
  const search = open({ patienceMs: 1500, waitMs: 30_000 });
  const [first, second] = [await search.search({ q: "heron" }), await search.search({ q: "heron" })];
  expect(first.took_ms).toBeGreaterThan(1000);
  expect(second.took_ms).toBeLessThan(1000);
  expect(second.indexing).not.toBeNull();
  lease.close();
});

test("a first index is not waited for longer than patience lasts", async () => {
  // More than is read before the event loop gets its turn.
  const files = 300;
  fill(files);
  const search = open({ patienceMs: 0 });
  const seen: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    search.onIndexing((progress) => {
      if (progress === null && seen.length > 0) resolve();
      seen.push(progress);
    });
  });
  expect((await search.search({ q: "heron" })).indexing).not.toBeNull();
  await ended;
  expect(seen[0]).toBeNull();
  expect(seen).toContainEqual({ done: files, total: files });
  await search.refresh();
  expect((await search.search({ q: "heron" })).hits.length).toBe(20);
});

test.each<[string, () => void]>([
  ["garbage", () => writeFileSync(file, "this is no database at all, and long enough to be one ".repeat(200))],
  ["cut in the middle", () => writeFileSync(file, readFileSync(file).subarray(0, 9000))],
  ["overwritten in places", () => writeFileSync(file, overwritten(readFileSync(file)))],
  ["of another number", () => exec("PRAGMA user_version = 999; DROP TABLE turns")],
  ["empty", () => writeFileSync(file, "")],
  ["removed", () => rmSync(file)],
])("an index that is %s is built anew by itself", async (_, spoil) => {
  fill(4);
  const first = open();
  expect((await first.search({ q: "heron" })).hits).toHaveLength(20);
  await first.close();
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  spoil();
  const search = open();
  expect((await search.search({ q: "heron" })).hits).toHaveLength(20);
  expect(counts()).toEqual({ turns: 4 * TURNS, texts: 4 * TURNS, words: 4 * TURNS, sound: "ok" });
});

test("one that is removed under an open index is built anew, too", async () => {
  fill(2);
  const search = open();
  await search.search({ q: "heron" });
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  expect((await search.search({ q: "heron" })).hits).toHaveLength(20);
  expect(counts().turns).toBe(2 * TURNS);
});

test("where nothing can be kept everything is searched all the same, and it is said", async () => {
  fill(2);
  const nowhere = join(folder, "a-file");
  writeFileSync(nowhere, "");
  const search = open({ file: join(nowhere, "sessions.db") });
  for (let times = 0; times < 2; times++)
    expect(await search.search({ q: "heron" })).toMatchObject({
      hits: Array.from({ length: 20 }, () => expect.anything()),
      notice: { code: "not-writable", text: expect.stringContaining("a-file/sessions.db") },
    });
});

test("on a full disk what is there is answered, and it is said", async () => {
  fill(2);
  const search = open();
  await search.search({ q: "heron" });
  await search.close();
  const real = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function (sql: string) {
    if (sql === "COMMIT")
      throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
    return real.call(this, sql);
  };
  onTestFinished(() => {
    DatabaseSync.prototype.exec = real;
  });
  writeFileSync(join(given, "new.jsonl"), claudeTranscript("new", ["A stork that nobody has read of yet."]));
  const full = open();
  const answer = await full.search({ q: "heron" });
  expect(answer).toMatchObject({
    stale: true,
    notice: { code: "not-writable", text: expect.stringContaining("disk is full") },
  });
  expect(answer.hits).toHaveLength(20);
  // There is room again: nothing of it is said any more.
  DatabaseSync.prototype.exec = real;
  expect(await full.search({ q: "stork" })).toMatchObject({ hits: [{ sessionId: "new" }], stale: false, notice: null });
});

test("a store that can't be read is told, and the others are searched", async () => {
  fill(1);
  const locked: Reader = {
    ...claude,
    agent: "codex",
    roots: () => ["/locked"],
    list: () => ({ units: [], failures: [{ path: "/locked", detail: "EACCES: permission denied" }] }),
  };
  const failing: Reader = {
    ...claude,
    agent: "gemini",
    list() {
      throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
    },
  };
  const unreadable: Reader = {
    ...claude,
    agent: "qwen",
    list: () => ({ units: [{ path: "/q/1", sessionId: "q", size: 1, mtime: 1 }], failures: [] }),
    roots: () => ["/q"],
    head: () => ({ sessionId: "q", cwd: folder, title: null, startedAt: null, forkOf: null, subagentOf: null }),
    read() {
      throw Object.assign(new Error("EACCES: permission denied, open '/q/1'"), { code: "EACCES" });
    },
  };
  mkdirSync(join(folder, ".claude/projects"), { recursive: true });
  const said = claudeTranscript("mine", ["The heron is read whatever the others do."], folder);
  mkdirSync(join(folder, ".claude/projects/x"));
  writeFileSync(join(folder, ".claude/projects/x/mine.jsonl"), said);
  const search = open({ env: { HOME: folder }, readers: [locked, failing, claude, unreadable] });
  const { hits, problems } = await search.search({ q: "heron" });
  expect(hits).toMatchObject([{ sessionId: "mine" }]);
  expect(problems).toEqual([
    { agent: "codex", path: "/locked", detail: "EACCES: permission denied" },
    { agent: "gemini", path: expect.any(String), detail: "EIO: i/o error" },
    { agent: "qwen", path: "/q/1", detail: expect.stringContaining("EACCES") },
  ]);
});

test("a reader that reads otherwise than before reads everything anew", async () => {
  fill(1);
  await open({ readers: [claude] }).search({ q: "heron" });
  const other: Reader = {
    ...claude,
    version: claude.version + 1,
    read(unit, context, options) {
      expect(options?.from).toBeUndefined();
      const reading = claude.read(unit, context, options);
      return (
        reading && {
          ...reading,
          head: { ...reading.head, title: null },
          turns: reading.turns.map((turn) => ({ ...turn, text: turn.text.replace("heron", "stork") })),
        }
      );
    },
  };
  const search = open({ readers: [other] });
  expect((await search.search({ q: "heron" })).hits).toEqual([]);
  expect((await search.search({ q: "stork" })).hits).toHaveLength(20);
});

test("nobody else may read the index", async () => {
  fill(1);
  await open().search({ q: "heron" });
  for (const suffix of ["", "-wal"]) expect(statSync(file + suffix).mode & 0o077).toBe(0);
});

function overwritten(bytes: Buffer): Buffer {
  for (let at = 4096; at < bytes.length; at += 4096) bytes.fill(0xa5, at, at + 200);
  return bytes;
}

function exec(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
