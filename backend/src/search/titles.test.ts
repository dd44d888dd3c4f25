import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { marked, searchBench } from "../../test/search-bench.ts";
import type { Search, SearchOptions } from "./types.ts";

const bench = searchBench();
const { open } = bench;

/** A session of Claude Code that has a title of its own. */
function session(id: string, title: string | null, said: readonly string[], cwd?: string): string {
  const path = bench.session(id, said, cwd);
  if (title !== null) retitle(path, id, title);
  return path;
}

const retitle = (path: string, sessionId: string, customTitle: string) =>
  appendFileSync(path, `${JSON.stringify({ type: "custom-title", customTitle, sessionId })}\n`);

async function found(search: Search, q: string, rest: Partial<SearchOptions> = {}): Promise<string[]> {
  const { hits } = await search.search({ q, ...rest });
  return hits.map(({ sessionId, role, snippet }) => `${sessionId} ${role}: ${marked(snippet)}`);
}

const PLAIN = "Something was said here about the weather.";

test("an agent's session is found by its title, which is marked, at its beginning", async () => {
  session("a", "Riparare le GlyphCaches perché lente", [PLAIN, "And more of it was said later on."]);
  session("b", null, ["The glyphs are drawn anew whenever the window moves."]);
  const search = open();
  expect(await found(search, "riparare")).toEqual(["a title: «Riparare» le GlyphCaches perché lente"]);
  for (const q of ["cache", "PERCHE", "gly* lente", '"le glyphcaches"'])
    expect(await found(search, q), q).toEqual([expect.stringMatching(/^a title: .*«/)]);
  expect((await search.search({ q: "glyphcache lente" })).hits).toMatchObject([
    { agent: "claude", seq: 0, title: "Riparare le GlyphCaches perché lente", ts: "2026-06-01T10:01:00.000Z" },
  ]);
  for (const q of ["lentement", "riparare weather", "gly*zzz"]) expect(await found(search, q), q).toEqual([]);
});

test("a session with a new title is found by the new one alone, and no turn is another", async () => {
  const path = session("a", "Herons of the delta", [PLAIN]);
  const search = open();
  expect(await found(search, "herons")).toHaveLength(1);
  retitle(path, "a", "Storks of the steppe");
  expect([await found(search, "herons"), await found(search, "storks")]).toEqual([
    [],
    ["a title: «Storks» of the steppe"],
  ]);
  appendFileSync(path, claudeTranscript("a", ["One more line of what was said."], bench.project));
  expect(await found(search, "storks")).toHaveLength(1);
  expect(await found(search, "said")).toEqual([
    expect.stringContaining("a user: "),
    expect.stringContaining("a user: "),
  ]);
});

test("a title that is how the session begins is not found a second time", async () => {
  session("a", null, ["Why are the herons leaving the delta this early?"]);
  session("b", "Herons and storks, by name", ["Why are the herons leaving the delta this late?"]);
  expect((await found(open(), "herons")).toSorted()).toEqual([
    "a user: Why are the «herons» leaving the delta this early?",
    "b title: «Herons» and storks, by name",
    "b user: Why are the «herons» leaving the delta this late?",
  ]);
});

test("filters hold for titles, which are in nobody's words", async () => {
  session("a", "Herons here", [PLAIN]);
  session("b", "Herons elsewhere", [PLAIN], join(bench.project, "../other"));
  const search = open();
  const ids = async (rest: Partial<SearchOptions>) => (await found(search, "herons", rest)).map((hit) => hit.charAt(0));
  expect(await ids({})).toEqual(["a"]);
  expect((await ids({ scope: "all" })).toSorted()).toEqual(["a", "b"]);
  expect(await ids({ scope: "all", session: "b" })).toEqual(["b"]);
  expect(await ids({ agent: "claude" })).toEqual(["a"]);
  expect(await ids({ agent: "codex" })).toEqual([]);
  expect(await ids({ role: "user" })).toEqual([]);
  // It was last spoken in on the first of June, and it is the tenth.
  expect([await ids({ sinceDays: 10 }), await ids({ sinceDays: 8 })]).toEqual([["a"], []]);
});

test("titles come first, and leave room for passages; the best has the highest score", async () => {
  for (let n = 0; n < 9; n++) session(`t${n}`, `Herons, part ${n}`, [PLAIN]);
  for (let n = 0; n < 9; n++) session(`p${n}`, null, [`Session ${n} speaks of herons in passing.`]);
  const { hits } = await open().search({ q: "herons", limit: 9 });
  expect(hits.map(({ role }) => role)).toEqual([...Array(3).fill("title"), ...Array(6).fill("user")]);
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  expect((await open().search({ q: "part", limit: 9 })).hits).toHaveLength(9);
});

test("the title of a session that is forgotten leaves the index and the file", async () => {
  const secret = "zqxsecrettitle";
  const path = session("a", `About ${secret}`, [PLAIN]);
  const search = open();
  expect(await found(search, secret)).toHaveLength(1);
  rmSync(path);
  expect(await search.search({ q: secret })).toMatchObject({ hits: [{ gone: true }] });
  expect(bench.isKept(secret)).toBe(true);
  await search.forget({ agent: "claude", sessionId: "a" });
  expect([await found(search, secret), bench.isKept(secret)]).toEqual([[], false]);
});

test("read anew, what is gone is still found by its title, and each title once", async () => {
  const path = session("a", "Herons of old", [PLAIN]);
  session("b", "Herons of today", [PLAIN]);
  const search = open();
  await search.search({ q: "herons" });
  rmSync(path);
  await search.search({ q: "herons" });
  await search.reindex();
  expect((await found(search, "herons")).toSorted()).toEqual([
    "a title: «Herons» of old",
    "b title: «Herons» of today",
  ]);
});

test("an index from before titles gets them, and loses nothing that is gone", async () => {
  const path = session("a", "Herons of old", [PLAIN]);
  session("b", null, ["Herons are in this one's first question."]);
  const before = open();
  await before.search({ q: "herons" });
  rmSync(path);
  await before.search({ q: "herons" });
  await before.close();
  const database = new DatabaseSync(bench.file);
  database.exec("DROP TABLE titles; DROP TABLE worktrees; PRAGMA user_version = 2");
  database.close();
  expect(await found(open(), "herons")).toEqual([
    "a title: «Herons» of old",
    "b user: «Herons» are in this one's first question.",
  ]);
  expect(await found(open(), "weather")).toHaveLength(1);
});
