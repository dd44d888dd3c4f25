import { expect, test } from "vitest";
import { TurnList, titleFrom } from "./turn-list.ts";

test("turns are numbered, and one without a time gets that of the turn before, or of the start", () => {
  const list = new TurnList({ sessionId: "s", seq: 3, ts: "2026-01-01T00:00:00.000Z" });
  list.add("user", " first \n", null, "a");
  list.add("assistant", " \n ", "2026-01-01T00:00:09.000Z");
  list.add("assistant", "second", "2026-01-01T00:00:01.000Z");
  list.add("user", "third", null);
  expect(list.turns).toEqual([
    { seq: 3, ts: "2026-01-01T00:00:00.000Z", role: "user", text: "first", key: "a" },
    { seq: 4, ts: "2026-01-01T00:00:01.000Z", role: "assistant", text: "second", key: "s#4" },
    { seq: 5, ts: "2026-01-01T00:00:01.000Z", role: "user", text: "third", key: "s#5" },
  ]);
  expect([list.seq, list.ts]).toEqual([6, "2026-01-01T00:00:01.000Z"]);
});

test("the same turn written twice is one; a key used for another turn is not believed", () => {
  const list = new TurnList({ sessionId: "s" });
  list.add("user", "twice", null, "a");
  list.add("user", "twice", null, "a");
  list.add("user", "other", null, "a");
  list.add("user", "twice", null);
  expect(list.turns.map(({ key, text }) => [key, text])).toEqual([
    ["a", "twice"],
    ["s#1", "other"],
    ["s#2", "twice"],
  ]);
});

test("an answer that comes in pieces is one turn, with the blanks between them", () => {
  const list = new TurnList({ sessionId: "s" });
  list.add("assistant", "one ", null, "a");
  expect([list.extend("a", "two "), list.extend("a", "three\n"), list.extend("b", "four")]).toEqual([
    true,
    true,
    false,
  ]);
  list.add("assistant", "one two three", null, "a");
  expect(list.turns.map(({ text }) => text)).toEqual(["one two three"]);
});

test("a title is the first line that says something, cut between characters", () => {
  expect(titleFrom("\n\n  Fix the parser \r\nplease")).toBe("Fix the parser");
  expect(titleFrom(" \n ")).toBeNull();
  expect(titleFrom("Fix\u001b[2J \u202egnp.exe\u202c\u0007\r\nx")).toBe("Fix[2J gnp.exe");
  expect(titleFrom("\u001b\u0007")).toBeNull();
  expect(titleFrom("👩".repeat(200))).toBe(`${"👩".repeat(100)}…`);
  expect(titleFrom("x".repeat(100))).toBe("x".repeat(100));
});
