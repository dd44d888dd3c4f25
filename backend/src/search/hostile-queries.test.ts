import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { fc } from "../../test/fast-check.ts";
import { createSearch } from "./search.ts";
import type { Search } from "./types.ts";

const PIECES = [
  ..."\"'`*()[]{}^$:;,.!?-+&|~<>=/\\@#%_".split(""),
  ...'AND OR NOT NEAR NEAR( said: extra: rank - -- ^ {said} "" "a "* * ** a* "a b"* --flag -x /a/b.c C++ #123 don\'t'.split(
    " ",
  ),
  ...[
    "said : a",
    "NEAR(a b, 3)",
    "a AND",
    "OR b",
    "NOT",
    "(a",
    "b)",
    "'; DROP TABLE words; --",
    '\\"',
    "%s",
    "{{}}",
    "$1",
  ],
  ...[
    "\0",
    "a\0b",
    "\u{feff}",
    "\u200d",
    "\u{1f469}\u200d\u{1f4bb}",
    "🇮🇹",
    "🚀*",
    "‮abc",
    "שלום",
    "مرحبا",
    "会議",
    "会",
    "ｶﾞ",
  ],
  ...[
    "\ud800",
    "\udfff",
    "e\u0301",
    "\u0301",
    "½",
    "ﬁn",
    "İ",
    "ß",
    "\ue100abc",
    "\ue0001f680",
    "١٢٣",
    "Ω",
    "क्षि",
    "กำ",
    "한글",
  ],
  ...[
    "x".repeat(10_000),
    "a ".repeat(5000),
    '"'.repeat(999),
    "*".repeat(500),
    "(".repeat(500),
    "会".repeat(3000),
    "a* ".repeat(300),
  ],
];
/** Each alone, each in quotes, each begun, each between two words: over three hundred. */
const QUERIES = PIECES.flatMap((piece) => [piece, `"${piece}"`, `${piece}*`, `heron ${piece} stork`]);

let folder: string;
let search: Search;
let said: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "thoth-hostile-"));
  mkdirSync(join(folder, "given"));
  said = [
    ...PIECES.filter((piece) => piece.length < 2000).map((piece) => `What was said here is ${piece} and nothing more.`),
    `A passage of thousands of characters: ${Array.from({ length: 1000 }, (_, n) => `word${n}`).join(" ")}`,
  ];
  writeFileSync(join(folder, "given/one.jsonl"), claudeTranscript("one", said));
  search = createSearch({
    file: join(folder, "sessions.db"),
    settings: async () => ({ enabled: true, keepGone: true, projects: [folder] }),
    own: null,
    env: { THOTH_SESSIONS_DIR: join(folder, "given") },
    resumeOwn: () => [],
    now: () => new Date(0),
  });
});
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true });
});

test(`none of ${QUERIES.length} hostile queries fails, whole or by any word`, async () => {
  expect(QUERIES.length).toBeGreaterThan(300);
  for (const q of QUERIES)
    for (const any of [false, true]) {
      const { hits, notice } = await search.search({ q, any });
      expect(hits.length > 0 || notice !== null, JSON.stringify(q.slice(0, 80))).toBe(true);
      for (const { snippet } of hits) expect(snippet.every(({ text }) => text !== "")).toBe(true);
    }
});

test("anything at all can be typed", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc
      .array(fc.constantFrom(...PIECES.filter(({ length }) => length < 50)), { maxLength: 8 })
      .map((parts) => parts.join("")),
    fc
      .array(fc.constantFrom(...PIECES.filter(({ length }) => length < 50)), { maxLength: 8 })
      .map((parts) => parts.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (q, any) => {
      const { hits, notice } = await search.search({ q, any });
      expect(hits.length > 0 || notice !== null).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test("what has a letter, a digit or a picture is found by itself, as it was typed", async () => {
  const sayable = PIECES.filter((piece) => piece.length < 2000 && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(piece));
  for (const q of sayable) {
    const { hits } = await search.search({ q, limit: 200 });
    expect(hits.length, JSON.stringify(q)).toBeGreaterThan(0);
    expect(
      hits.some(({ snippet }) => snippet.some(({ hit }) => hit)),
      JSON.stringify(q),
    ).toBe(true);
  }
});

test("a pasted passage of thousands of characters is found, by its words and as a phrase", async () => {
  const passage = said.at(-1) as string;
  expect(passage.length).toBeGreaterThan(7_000);
  for (const q of [passage, `"${passage}"`]) expect((await search.search({ q })).hits).toHaveLength(1);
});

test("every word of any text is found, and marked", async () => {
  for (const text of said.slice(0, -1)) {
    const words = text.match(/[\p{L}\p{N}]{2,40}/gu) ?? [];
    const { hits } = await search.search({ q: words.join(" "), limit: 200 });
    expect(hits.length, text).toBeGreaterThan(0);
  }
});
