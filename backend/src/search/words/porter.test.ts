import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { fc } from "../../../test/fast-check.ts";
import { fold } from "./fold.ts";
import { stem } from "./porter.ts";

const database = new DatabaseSync(":memory:");
database.exec(
  "CREATE VIRTUAL TABLE words USING fts5(word, tokenize='porter unicode61 remove_diacritics 2');" +
    "CREATE VIRTUAL TABLE stems USING fts5vocab(words, 'row')",
);
const insert = database.prepare("INSERT INTO words VALUES (?)");
const terms = database.prepare("SELECT term FROM stems");

function stemInIndex(word: string): string {
  database.exec("DELETE FROM words");
  insert.run(word);
  return terms.all().map(({ term }) => Buffer.from(term as string).toString("latin1"))[0] ?? "";
}

const SUFFIXES =
  "s es ies sses ss ed eed ing ated bled ized y ly ational tional enci anci izer logi bli alli entli eli ousli ization ation " +
  "ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able " +
  "ible ant ement ment ent ion ou ism ate iti ous ive ize e ll";

test("stems as the index does", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdlmnrstvwxzé".split("")), maxLength: 9 });
  const word = fc
    .tuple(letters, fc.constantFrom("", ...SUFFIXES.split(" ")), fc.constantFrom("", ...SUFFIXES.split(" ")))
    .map((parts) => parts.join("").replaceAll("é", "я"))
    .filter((text) => text !== "");
  fc.assert(
    fc.property(word, (text) => {
      expect(stem(text)).toBe(stemInIndex(text));
    }),
    { numRuns: 4000 },
  );
});

test("a stem begins as its word does: what begins otherwise has another one", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.constantFrom("", ...SUFFIXES.split(" ")),
      (text, suffix) => {
        const word = fold(text + suffix);
        const [first, other] = [word.charCodeAt(0), stem(word).charCodeAt(0)];
        expect(first < 0x80 || other < 0x80 ? first === other : true).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ["trimmed", "trimming"],
  ["generation", "generate"],
  ["decisions", "decision"],
  ["cached", "caching"],
])("%s and %s are one word", (one, other) => {
  expect(stem(one)).toBe(stem(other));
});
