import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { SearchAnswer } from "../../api/search.ts";
import { claudeTranscript, type Said } from "../../test/claude-transcript.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import type { Reader, SessionHead, Unit } from "../transcripts/index.ts";
import { createSearch } from "./search.ts";
import type { Search, SearchOptions, SearchParts, SearchSettings, WorkspaceReading, WorkspaceSource } from "./types.ts";

let folder: string;
let home: string;
let project: string;
let file: string;
let now: Date;
let settings: SearchSettings;

beforeEach(() => {
  folder = temporaryFolder();
  home = join(folder, "home");
  project = join(folder, "project");
  file = join(folder, "state/sessions.db");
  for (const path of [home, project, join(folder, "state")]) mkdirSync(path, { recursive: true });
  now = new Date("2026-06-10T12:00:00Z");
  settings = { enabled: true, keepGone: true, projects: [project] };
});

function open(parts: Partial<SearchParts> = {}): Search {
  const search = createSearch({
    file,
    settings: async () => settings,
    own: null,
    env: { HOME: home },
    resumeOwn: (id) => ["thoth", "resume", id],
    now: () => now,
    ...parts,
  });
  onTestFinished(() => search.close());
  return search;
}

/** Writes a session of Claude Code, by default one of the project. */
function session(id: string, said: readonly (Said | string)[], { cwd = project, slug = "slug" } = {}): string {
  const path = join(home, ".claude/projects", slug, `${id}.jsonl`);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, claudeTranscript(id, said, cwd));
  return path;
}

const shown = ({ hits }: SearchAnswer) =>
  hits.map(
    ({ sessionId, snippet }) => `${sessionId}: ${snippet.map(({ text, hit }) => (hit ? `«${text}»` : text)).join("")}`,
  );
const found = async (search: Search, q: string, rest: Partial<SearchOptions> = {}) =>
  shown(await search.search({ q, ...rest }));
const sessions = async (search: Search, q: string, rest: Partial<SearchOptions> = {}) =>
  [...new Set((await search.search({ q, ...rest })).hits.map(({ sessionId }) => sessionId))].sort();

describe("what is found", () => {
  test("stems, phrases, beginnings, all words or any of them", async () => {
    session("a", ["The cache was trimming entries too early, alas."]);
    session("b", [{ role: "assistant", text: "Entries of the index are never trimmed by the cache." }]);
    const search = open();
    expect(await found(search, "trimmed")).toEqual(
      expect.arrayContaining([
        "a: The cache was «trimming» entries too early, alas.",
        "b: Entries of the index are never «trimmed» by the cache.",
      ]),
    );
    expect(await sessions(search, '"trimming entries"')).toEqual(["a"]);
    expect(await sessions(search, "index alas")).toEqual([]);
    expect(await sessions(search, "index alas", { any: true })).toEqual(["a", "b"]);
    expect(await found(search, "ear*")).toEqual(["a: The cache was trimming entries too «early», alas."]);
    expect(await sessions(search, "entr* cache")).toEqual(["a", "b"]);
  });

  test("a beginning finds words whose stem is another, and no others", async () => {
    session("a", ["The generation of keys is slow on this machine."]);
    session("b", ["A general remark about nothing in particular."]);
    const search = open();
    expect(await sessions(search, "generati*")).toEqual(["a"]);
    expect(await sessions(search, "gener*")).toEqual(["a", "b"]);
    expect(await found(search, "generation*")).toEqual(["a: The «generation» of keys is slow on this machine."]);
    session("b", ["The keyboard, the playground and the keys of today."]);
    for (const q of ["key*", "play*", "keyb*", "playg* keyb*", "key* tod*", '"the play"*', "KEY*"])
      expect(await sessions(search, q), q).toContain("b");
    for (const q of ["keyz*", "kei*", "plai*", "keyboardy*"]) expect(await sessions(search, q), q).toEqual([]);
    expect(await found(search, '"the generati"*')).toEqual(["a: «The generation» of keys is slow on this machine."]);
    expect(await found(search, '"the generatis"*')).toEqual([]);
  });

  test("what the index takes for the same word, and nothing in the text is, is no hit", async () => {
    session("a", ["L'importo della riga è al netto dello sconto, che per questo è a parte."]);
    session("b", ["Gli importi della riga sono al lordo dello sconto, che per questo è dentro."]);
    const search = open();
    expect(await sessions(search, "importatore")).toEqual([]);
    expect(await sessions(search, "importo")).toEqual(["a", "b"]);
  });

  test("the passage that says most about the words comes first", async () => {
    session("long", [`Ratchet, once. ${"Something else entirely is told here. ".repeat(60)}`]);
    session("short", ["The ratchet: a ratchet only goes down."]);
    expect((await open().search({ q: "ratchet" })).hits.map(({ sessionId }) => sessionId)).toEqual(["short", "long"]);
  });

  test("diacritics in any script", async () => {
    session("latin", ["Perché il caffè è già freddo? Łódź, naïve, Ångström, straße."]);
    session("greek", ["Η απόφαση είναι τελική και γραμμένη."]);
    session("russian", ["Решение принято, всё ещё в силе, йод."]);
    session("hebrew", ["הַהַחְלָטָה נִתְקַבְּלָה אתמול בערב"]);
    session("arabic", ["تَمَّ اتِّخَاذُ القَرَارِ أمس في المساء"]);
    session("viet", ["Quyết định đã được đưa ra hôm qua."]);
    const search = open();
    for (const [q, id] of [
      ["perche caffe gia", "latin"],
      ["lodz naive angstrom strasse", "latin"],
      ["PERCHÉ", "latin"],
      ["αποφαση", "greek"],
      ["τελικη", "greek"],
      ["все еще", "russian"],
      ["всё", "russian"],
      ["ההחלטה", "hebrew"],
      ["القرار", "arabic"],
      ["quyet dinh da duoc", "viet"],
    ] as const)
      expect(await sessions(search, q), q).toEqual([id]);
    expect(await found(search, "caffe")).toEqual([expect.stringContaining("«caffè»")]);
  });

  test("scripts without spaces, by pairs, by one character, and beside Latin", async () => {
    session("ja", ["会議で決めたのはキャッシュの廃止です。鰯"]);
    session("mixed", ["新しいAPI設計レビューを来週始めます。"]);
    const search = open();
    expect(await found(search, "会議")).toEqual(["ja: «会議»で決めたのはキャッシュの廃止です。鰯"]);
    expect(await found(search, "鰯")).toEqual([expect.stringContaining("«鰯»")]);
    expect(await sessions(search, "キャッシュ")).toEqual(["ja"]);
    expect(await found(search, "API設計")).toEqual(["mixed: 新しい«API設計»レビューを来週始めます。"]);
    expect(await sessions(search, "会計")).toEqual([]);
  });

  test("Italian singular and plural, masculine and feminine", async () => {
    session("it", ["Questa sessione è stata approvata dopo che abbiamo letto le pratiche della banca."]);
    const search = open();
    for (const q of ["sessioni", "approvato", "pratica", "banche"])
      expect(await sessions(search, q), q).toEqual(["it"]);
    expect(await found(search, "sessioni")).toEqual([expect.stringContaining("«sessione»")]);
    expect(await sessions(search, "sessioncina")).toEqual([]);
  });

  test("signs, flags, paths, names and pictures", async () => {
    session("signs", ["Ported to C++ and C#, see #123; don't pass --no-verify to src/deep/main.py 🚀 ok"]);
    session("decoy", ["Section 123 of the c library speaks of nothing that matters."]);
    session("names", ["GlyphCacheWarmer calls retry_after_ms and app.quokka.enabled every minute."]);
    const search = open();
    for (const q of [
      "C++",
      "C#",
      "#123",
      "don't",
      "don’t",
      "--no-verify",
      "src/deep/main.py",
      "main.py",
      "🚀",
      '"C++ and C#"',
    ])
      expect(await sessions(search, q), q).toEqual(["signs"]);
    for (const q of [
      "cache",
      "glyphcache",
      "cachewarmer",
      "GlyphCacheWarmer",
      "retry",
      "retry_after_ms",
      "app.quokka.enabled",
      "quok*",
    ])
      expect(await sessions(search, q), q).toEqual(["names"]);
    expect(await found(search, "C++")).toEqual([expect.stringContaining("to «C++» and C#, see")]);
    expect(await found(search, "#123")).toEqual([expect.stringContaining("see «#123»; don't")]);
    expect(await found(search, "🚀")).toEqual([expect.stringContaining("main.py «🚀» ok")]);
    expect(await found(search, "cache")).toEqual([
      "names: Glyph«Cache»Warmer calls retry_after_ms and app.quokka.enabled every minute.",
    ]);
  });

  test("marks are whole characters", async () => {
    session("marks", ["Un cafe\u0301 nero \u{1f469}\u200d\u{1f4bb} scrive qualcosa qui."]);
    const search = open();
    session("soft", ["Una coope\u00adra\u00adzione tra i reparti di lavoro."]);
    expect(await found(search, "cooperazione")).toEqual([expect.stringContaining("«coope\u00adra\u00adzione»")]);
    expect(await found(search, "cafe")).toEqual([expect.stringContaining("«cafe\u0301»")]);
    expect(await found(search, "\u{1f4bb}")).toEqual([expect.stringContaining("«\u{1f469}\u200d\u{1f4bb}»")]);
  });

  test("a turn of a megabyte is marked where it says most", async () => {
    const much = "parola lunga e città ".repeat(50_000);
    session("long", [
      `The kestrel came first. ${much} ${"y".repeat(3000)} Then the kestrel and the heron came. ${much}`,
    ]);
    const search = open();
    await search.refresh();
    expect(await found(search, "herons kestrel")).toEqual([
      expect.stringMatching(/^long: ….*Then the «kestrel» and the «heron» came\. parola.*…$/),
    ]);
    expect(await found(search, '"the heron came. parola"')).toEqual([
      expect.stringContaining("«the heron came. parola»"),
    ]);
    expect(await found(search, "yyy*")).toEqual([expect.stringMatching(/ «y+»…$/)]);
    expect((await search.search({ q: "citta" })).hits[0]?.snippet.length).toBeGreaterThan(10);
  });

  test("what is too short is read around, and not found; ten characters are enough in CJK", async () => {
    session("s", ["Kestrel short.", "A long enough sentence about herons.", "会議は明日の午後です。", "会議短い"]);
    const search = open();
    expect(await sessions(search, "kestrel")).toEqual([]);
    expect((await search.search({ q: "会議" })).hits).toHaveLength(1);
    const { turns } = await search.transcript({ agent: "claude", sessionId: "s" }, {});
    expect(turns.map(({ seq, text }) => [seq, text.slice(0, 7)])).toEqual([
      [0, "Kestrel"],
      [1, "A long "],
      [2, "会議は明日の午"],
      [3, "会議短い"],
    ]);
  });

  test("filters apply before the limit", async () => {
    const old = Array.from({ length: 30 }, (_, n) => ({
      text: `The heron heron heron of number ${n}.`,
      ts: "2026-01-01T00:00:00Z",
    }));
    session("old", old);
    session("new-one", [
      { role: "assistant", text: "One heron among many other words that make it worse.", ts: "2026-06-09T00:00:00Z" },
    ]);
    const search = open();
    for (const filter of [
      { sinceDays: 3 },
      { role: "assistant" as const },
      { session: "new" },
      { session: "claude:new" },
    ])
      expect(await sessions(search, "heron", { limit: 1, ...filter }), JSON.stringify(filter)).toEqual(["new-one"]);
    expect(await sessions(search, "heron", { agent: "codex" })).toEqual([]);
    expect((await search.search({ q: "heron", limit: 7 })).hits).toHaveLength(7);
  });

  test("a hit says what it is", async () => {
    session("a", [
      "Short intro",
      { role: "assistant", text: "The lanternfish scaffold stays.", ts: "2026-06-01T10:01:00.000Z" },
    ]);
    const { hits } = await open().search({ q: "lanternfish" });
    expect(hits).toEqual([
      {
        agent: "claude",
        sessionId: "a",
        title: "Short intro",
        role: "assistant",
        ts: "2026-06-01T10:01:00.000Z",
        seq: 1,
        document: null,
        archived: false,
        project,
        snippet: [
          { text: "The ", hit: false },
          { text: "lanternfish", hit: true },
          { text: " scaffold stays.", hit: false },
        ],
        score: expect.any(Number),
        gone: false,
        resume: ["claude", "--resume", "a"],
      },
    ]);
  });
});

describe("what is asked about", () => {
  test("the project by the folder a session recorded: below it, through links, and not beside it", async () => {
    session("here", ["The heron is in the project itself."]);
    session("below", ["The heron is in a folder below it."], { cwd: join(project, "packages/one") });
    session("beside", ["The heron is in a folder beside it."], { cwd: `${project}-other` });
    symlinkSync(project, join(folder, "link"));
    const search = open();
    expect(await sessions(search, "heron")).toEqual(["below", "here"]);
    expect(await sessions(search, "heron", { projects: [join(folder, "link")] })).toEqual(["below", "here"]);
    expect(await sessions(search, "heron", { scope: "all" })).toEqual(["below", "beside", "here"]);
    expect(await sessions(search, "heron", { projects: [`${project}-other`] })).toEqual(["beside"]);
  });

  test("a recorded folder means the one it leads to, however it is written", async () => {
    session("slash", ["The heron is in the project itself."], { cwd: `${project}/` });
    session("up", ["The heron is in a folder beside it."], { cwd: `${project}/../other` });
    session("down", ["The heron came back to the project."], { cwd: `${folder}/other/../project/sub` });
    expect(await sessions(open(), "heron")).toEqual(["down", "slash"]);
  });

  test("worktrees of its repository, both ways", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: project, stdio: "pipe" });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "one");
    git("worktree", "add", "-q", join(folder, "tree"));
    session("main", ["The heron is in the main worktree."]);
    session("tree", ["The heron is in the other worktree."], { cwd: join(folder, "tree/sub") });
    const search = open();
    expect(await sessions(search, "heron")).toEqual(["main", "tree"]);
    expect(await sessions(search, "heron", { projects: [join(folder, "tree")] })).toEqual(["main", "tree"]);
  });

  test("other projects' sessions are looked at, not read", async () => {
    session("here", ["The heron is in the project itself."]);
    session("beside", ["The heron is in a folder beside it."], { cwd: join(folder, "other") });
    const search = open();
    await search.search({ q: "heron" });
    expect((await search.status()).agents).toEqual([
      expect.objectContaining({ agent: "claude", sessions: 1, turns: 1 }),
    ]);
    const { turns, project: where } = await search.transcript({ agent: "claude", sessionId: "beside" }, {});
    expect([turns.length, where]).toEqual([1, join(folder, "other")]);
  });

  test("a newer reader that tells another folder brings other projects' sessions in", async () => {
    const read: string[] = [];
    const reader = (version: number, cwd: string): Reader => {
      const head = { sessionId: "a", cwd, title: null, startedAt: null, forkOf: null, subagentOf: null };
      return {
        agent: "codex",
        version,
        appendOnly: false,
        roots: () => ["/store"],
        list: () => ({ units: [{ path: "/store/a", sessionId: "a", size: 1, mtime: 1 }], failures: [] }),
        head: () => head,
        read() {
          read.push(cwd);
          const turn = { seq: 0, ts: null, role: "user" as const, text: "The heron is told of here.", key: "a" };
          return { head, turns: [turn], appended: false, mark: null, bytesRead: 1 };
        },
        presence: () => "present",
        resumeCommand: () => null,
      };
    };
    expect(await sessions(open({ readers: [reader(1, join(folder, "wrong"))] }), "heron")).toEqual([]);
    expect(await sessions(open({ readers: [reader(2, project)] }), "heron")).toEqual(["a"]);
    expect(read).toEqual([project]);
  });

  test("THOTH_SESSIONS_DIR: its files are this project's, and nothing else is read", async () => {
    session("elsewhere", ["The heron of the usual store."]);
    const given = join(folder, "given");
    mkdirSync(given);
    writeFileSync(join(given, "one.jsonl"), claudeTranscript("one", ["The heron of the given folder."], "/nowhere"));
    const search = open({ env: { HOME: home, THOTH_SESSIONS_DIR: given } });
    expect(await sessions(search, "heron")).toEqual(["one"]);
    await search.close();
    expect(await sessions(open(), "heron")).toEqual(["elsewhere"]);
    expect(await sessions(open({ env: { HOME: home, THOTH_SESSIONS_DIR: given } }), "heron")).toEqual(["one"]);
  });

  test("switched off, nothing said, no words, no hits", async () => {
    const search = open();
    const codes = async (q: string) => (await search.search({ q })).notice?.code;
    expect(await codes("heron")).toBe("nothing-indexed");
    session("a", ["The heron is in the project itself."]);
    expect(await codes("stork")).toBe("no-hits");
    expect(await codes(" !? -- ")).toBe("no-words");
    settings = { ...settings, enabled: false };
    expect((await search.search({ q: "heron" })).notice).toEqual({
      code: "switched-off",
      text: expect.stringContaining("sessions_search"),
    });
  });
});

describe("as files change", () => {
  test("what is appended, torn, replaced, truncated or edited is as in a new index", async () => {
    const path = session("a", ["The first heron stands in the water.", "The second heron has gone to sleep."]);
    const search = open();
    expect((await search.search({ q: "heron" })).hits).toHaveLength(2);
    const third = claudeTranscript("a", [{ text: "The third heron is only half written." }], project);
    appendFileSync(path, third.slice(0, 90));
    expect((await search.search({ q: "heron" })).hits).toHaveLength(2);
    appendFileSync(path, third.slice(90));
    expect((await search.search({ q: "heron" })).hits).toHaveLength(3);
    writeFileSync(
      path,
      claudeTranscript("a", ["A stork has taken the place of them all, and it is much longer than before."], project),
    );
    expect(await sessions(search, "heron")).toEqual([]);
    expect(await sessions(search, "stork")).toEqual(["a"]);
    writeFileSync(path, claudeTranscript("a", ["An egret, in short, is all."], project));
    expect([await sessions(search, "stork"), await sessions(search, "egret")]).toEqual([[], ["a"]]);
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
    settings = { ...settings, keepGone: false };
    const bytes = () =>
      ["", "-wal"].map((suffix) => readFileSync(file + suffix)).some((content) => content.includes("heron"));
    expect(bytes()).toBe(true);
    rmSync(path);
    expect(await sessions(search, "heron")).toEqual([]);
    expect(bytes()).toBe(false);
  });

  test("a file that moved to another folder of the store is the same session", async () => {
    const path = session("a", ["The heron is in the project itself."]);
    const search = open();
    await search.refresh();
    mkdirSync(join(home, ".claude/projects/tree"), { recursive: true });
    const moved = join(home, ".claude/projects/tree/a.jsonl");
    renameSync(path, moved);
    expect((await search.search({ q: "heron" })).hits.map(({ gone }) => gone)).toEqual([false]);
    renameSync(moved, path);
    appendFileSync(path, claudeTranscript("later", ["The egret came when it had moved."], project));
    expect(await found(search, "egret")).toEqual(["a: The «egret» came when it had moved."]);
  });

  test("a file that was given another name than its session's id is there, under the new one", async () => {
    const store = join(home, ".pi/agent/sessions/--project--");
    const at = "2026-06-01T00:00:00Z";
    mkdirSync(store, { recursive: true });
    const header = { type: "session", version: 3, id: "the-id", timestamp: at, cwd: project };
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
    const other = join(folder, "sessions-old");
    mkdirSync(other);
    writeFileSync(join(other, "a.jsonl"), claudeTranscript("a", ["The heron is in the older folder."], project));
    await open({ env: { HOME: home, THOTH_SESSIONS_DIR: other } }).refresh();
    const search = open({ env: { HOME: home, THOTH_SESSIONS_DIR: join(folder, "sessions") } });
    mkdirSync(join(folder, "sessions"));
    expect((await search.status()).agents.map(({ gone }) => gone)).toEqual([0]);
  });

  test("what was rewritten within a file that grew, out of sight of its ends, is found by reading anew", async () => {
    const filler = Array.from({ length: 100 }, (_, n) => `Turn number ${n}, which is long enough to fill the file.`);
    const path = session("a", [...filler, "The heron is in the middle.", ...filler]);
    const search = open();
    await search.refresh();
    writeFileSync(path, readFileSync(path, "utf8").replace("The heron is", "The stork is"));
    appendFileSync(path, claudeTranscript("a", ["Something more was said after all that."], project));
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

describe("turns that were copied", () => {
  const shared: Said[] = [
    {
      uuid: "11111111-1111-4111-8111-111111111111",
      text: "The heron was said before the fork.",
      ts: "2026-06-01T10:00:00.000Z",
    },
  ];
  const own = (text: string): Said => ({ text, ts: "2026-06-02T10:00:00.000Z" });

  test("are not those whose ids are alike in most digits", async () => {
    for (const n of [1, 2])
      session(
        `s${n}`,
        [1, 2].map((m) => ({
          uuid: `0000000${n}-000${m}-4000-8000-000000000000`,
          role: "user",
          text: `The quetzal of session ${n}, said for the time ${m}.`,
        })),
      );
    expect(await found(open(), "quetzal")).toHaveLength(4);
  });

  test("are found once, and read in both", async () => {
    session("one", [...shared, own("The original went on with a stork.")]);
    session("two", [...shared, own("The fork went on with an egret bird.")]);
    const search = open();
    const { hits } = await search.search({ q: "heron" });
    expect(hits).toHaveLength(1);
    for (const sessionId of ["one", "two"]) {
      const { turns } = await search.transcript({ agent: "claude", sessionId }, {});
      expect(turns.map(({ seq }) => seq)).toEqual([0, 1]);
      expect(turns[0]?.text).toBe("The heron was said before the fork.");
    }
  });

  test("are found in the fork where only that is asked about, by its folder or by its id", async () => {
    session("one", shared);
    const elsewhere = join(folder, "elsewhere");
    const path = session("two", [...shared, own("The fork went on with an egret bird.")]);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(project, elsewhere));
    const search = open();
    for (const [rest, id] of [
      [{ scope: "all" }, "one"],
      [{}, "one"],
      [{ projects: [elsewhere] }, "two"],
      [{ scope: "all", session: "two" }, "two"],
    ] as const) {
      const { hits } = await search.search({ q: "heron", ...rest });
      expect(new Set(hits.map(({ sessionId }) => sessionId)), JSON.stringify(rest)).toEqual(new Set([id]));
      const seqs = new Set(hits.map(({ seq }) => seq));
      const { turns } = await search.transcript({ agent: "claude", sessionId: id }, {});
      expect(turns.filter(({ text }) => text.includes("heron")).map(({ seq }) => seq)).toEqual([...seqs].sort());
    }
    expect(await sessions(search, "heron", { projects: [join(folder, "nowhere")] })).toEqual([]);
  });

  test("go to the copy when their owner is rewritten or forgotten", async () => {
    const path = session("one", [...shared, own("The original went on with a stork.")]);
    const search = open();
    await search.refresh();
    session("two", [...shared, own("The fork went on with an egret bird.")]);
    expect(await sessions(search, "heron")).toEqual(["one"]);
    writeFileSync(path, claudeTranscript("one", [own("Something else altogether about storks.")], project));
    expect(await sessions(search, "heron")).toEqual(["two"]);
    writeFileSync(path, claudeTranscript("one", shared, project));
    rmSync(join(home, ".claude/projects/slug/two.jsonl"));
    await search.refresh();
    await search.forget();
    expect(await sessions(search, "heron")).toEqual(["one"]);
  });
});

describe("forks whose store gives copied turns keys of their own", () => {
  type Told = { id: string; forkOf: string | null; texts: string[]; mtime: number };

  /** A store in memory, whose keys are a session's own. */
  function storeOf(told: Told[]): Reader {
    const headOf = ({ sessionId }: Unit): SessionHead => {
      const forkOf = told.find(({ id }) => id === sessionId)?.forkOf ?? null;
      return { sessionId, cwd: project, title: sessionId, startedAt: null, forkOf, subagentOf: null };
    };
    return {
      agent: "codex",
      version: 1,
      appendOnly: false,
      roots: () => ["/store"],
      list: () => ({
        units: told.map(({ id, texts, mtime }) => ({ path: `/store/${id}`, sessionId: id, size: texts.length, mtime })),
        failures: [],
      }),
      head: headOf,
      read(unit) {
        const texts = told.find(({ id }) => id === unit.sessionId)?.texts ?? [];
        const turns = texts.map((text, seq) => ({
          seq,
          ts: null,
          role: "user" as const,
          text,
          key: `${unit.sessionId}#${seq}`,
        }));
        return { head: headOf(unit), turns, appended: false, mark: null, bytesRead: 0 };
      },
      presence: () => "unknown",
      resumeCommand: () => null,
    };
  }

  const texts = ["The heron was said before the fork.", "And the stork was said before it, too."];
  const parent: Told = { id: "parent", forkOf: null, texts: [...texts, "The parent went on with an egret."], mtime: 1 };
  const fork: Told = { id: "fork", forkOf: "parent", texts: [...texts, "The fork says heron once again."], mtime: 2 };

  test.each([
    ["the parent is read first", [parent, fork]],
    ["the fork is read first", [{ ...parent, mtime: 3 }, fork]],
  ])("what they begin with is the parent's: %s", async (_, told) => {
    const search = open({ readers: [storeOf(told)] });
    expect(await found(search, "heron")).toEqual(
      expect.arrayContaining([
        "parent: The «heron» was said before the fork.",
        "fork: The fork says «heron» once again.",
      ]),
    );
    expect(await sessions(search, "stork")).toEqual(["parent"]);
    const { turns } = await search.transcript({ agent: "codex", sessionId: "fork" }, {});
    expect(turns.map(({ text }) => text)).toEqual(fork.texts);
  });

  test("and the fork's when the parent is written anew without it", async () => {
    const told = [{ ...parent }, fork];
    const search = open({ readers: [storeOf(told)] });
    await search.refresh();
    told[0] = { ...parent, texts: ["Nothing of it is left in the parent."], mtime: 9 };
    expect(await sessions(search, "stork")).toEqual(["fork"]);
  });
});

describe("the workspace's own sessions", () => {
  interface Own {
    name: string;
    text: string;
    archived?: boolean;
    stamp?: number;
  }

  function workspace(known: Map<string, Own>): WorkspaceSource & { read: WorkspaceSource["read"]; asked: string[][] } {
    const asked: string[][] = [];
    const path = (id: string) => join(folder, "sessions", id);
    return {
      asked,
      list: async () =>
        [...known].map(([sessionId, { stamp = 1 }]) => ({ path: path(sessionId), sessionId, size: 1, mtime: stamp })),
      async *read(units) {
        asked.push(units.map(({ sessionId }) => sessionId));
        for (const unit of units) {
          const own = known.get(unit.sessionId);
          if (own) yield { unit, reading: reading(unit.sessionId, own) };
        }
      },
      forget: async () => {},
    };
  }

  function reading(sessionId: string, { name, text, archived = false }: Own): WorkspaceReading {
    const head = {
      sessionId,
      cwd: project,
      title: name,
      startedAt: "2026-06-01T00:00:00Z",
      forkOf: null,
      subagentOf: null,
    };
    const turn = { ts: "2026-06-01T00:00:00Z", document: null };
    return {
      head,
      archived,
      turns: [
        { ...turn, seq: 0, role: "document", text: name, key: `${sessionId}:name` },
        { ...turn, seq: 1, role: "document", text, key: `${sessionId}:question`, document: "question" },
        { ...turn, seq: 2, role: "decision", text: "ok", key: `${sessionId}:d` },
      ],
    };
  }

  test("are found however short, with the document they stand in, archived or not", async () => {
    const own = workspace(
      new Map([
        ["s1", { name: "Ibis", text: "Why?" }],
        ["s2", { name: "Ibis two", text: "No", archived: true }],
      ]),
    );
    const search = open({ own });
    expect(await sessions(search, "ibis")).toEqual(["s1", "s2"]);
    expect(await sessions(search, "ibis", { archived: false })).toEqual(["s1"]);
    expect((await search.search({ q: "why" })).hits).toMatchObject([
      {
        agent: "thoth",
        sessionId: "s1",
        title: "Ibis",
        role: "document",
        document: "question",
        seq: 1,
        resume: ["thoth", "resume", "s1"],
      },
    ]);
    expect((await search.search({ q: "ok", role: "decision" })).hits).toHaveLength(2);
    expect(own.asked).toEqual([["s1", "s2"]]);
  });

  test("belong to the project wherever its folders are, and to no other folder", async () => {
    const search = open({ own: workspace(new Map([["s1", { name: "Ibis", text: "Why?" }]])) });
    settings = { ...settings, projects: [join(folder, "code")] };
    expect(await sessions(search, "ibis")).toEqual(["s1"]);
    expect(await sessions(search, "ibis", { projects: [join(folder, "elsewhere")] })).toEqual([]);
    expect(await sessions(search, "ibis", { projects: [project] })).toEqual(["s1"]);
  });

  test("one that is removed waits for no look at the others, which is begun again", async () => {
    const known = new Map([
      ["s1", { name: "Ibis", text: "Why?" }],
      ["s2", { name: "Egret", text: "How?" }],
    ]);
    const own = workspace(known);
    const begun = Promise.withResolvers<void>();
    let looks = 0;
    const slow: WorkspaceSource = {
      ...own,
      list(signal) {
        if (looks++ > 0) return own.list();
        begun.resolve();
        return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(null)));
      },
    };
    const search = open({ own: slow });
    const whole = search.refresh();
    await begun.promise;
    known.delete("s1");
    await search.removed("s1");
    await whole;
    expect(looks).toBe(2);
    expect([await sessions(search, "ibis"), await sessions(search, "egret")]).toEqual([[], ["s2"]]);
  });

  test("are read again only when they moved", async () => {
    const known = new Map([
      ["s1", { name: "Ibis", text: "Why?", stamp: 1 }],
      ["s2", { name: "Egret", text: "How?", stamp: 1 }],
    ]);
    const own = workspace(known);
    const search = open({ own });
    await search.search({ q: "ibis" });
    known.set("s1", { name: "Avocet", text: "Why?", stamp: 2 });
    expect([await sessions(search, "ibis"), await sessions(search, "avocet")]).toEqual([[], ["s1"]]);
    expect(own.asked).toEqual([["s1", "s2"], ["s1"]]);
  });

  test.each(["deleted behind the index", "reported as removed"])("leave the index and the file: %s", async (how) => {
    const secret = "zqxsecretword";
    const known = new Map([
      ["s1", { name: "Ibis", text: `An old ${secret} here`, stamp: 1 }],
      ["s2", { name: "Egret", text: "Something else", stamp: 1 }],
    ]);
    const search = open({ own: workspace(known) });
    session(
      "a",
      Array.from({ length: 50 }, (_, n) => `Turn number ${n} of some length about birds.`),
    );
    expect(await sessions(search, secret)).toEqual(["s1"]);
    // An earlier state of it leaves no more than the last one does.
    known.set("s1", { name: "Ibis", text: `A new ${secret}two here`, stamp: 2 });
    expect(await sessions(search, `${secret}two`)).toEqual(["s1"]);
    const bytes = () =>
      ["", "-wal"].map((suffix) => readFileSync(file + suffix)).some((content) => content.includes(secret));
    expect(bytes()).toBe(true);
    known.delete("s1");
    if (how.startsWith("reported")) await search.removed("s1");
    else await search.refresh();
    expect(bytes()).toBe(false);
    expect(await sessions(search, `${secret}*`)).toEqual([]);
    expect(await sessions(search, "birds")).toEqual(["a"]);
    await search.close();
    expect(new DatabaseSync(file).prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });
});
