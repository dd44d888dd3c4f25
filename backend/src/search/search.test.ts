import { describe, expect, test } from "vitest";
import { found, searchBench, sessions } from "../../test/search-bench.ts";

const bench = searchBench();
const { open, session } = bench;

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
        project: bench.project,
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
