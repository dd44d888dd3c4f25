import type { Hit, SearchAnswer } from "@thothii/backend/api/search";
import { expect, test } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { noFilters } from "./filters.ts";
import { countOf, type ResultsInput, sectionsOf } from "./results.ts";
import { answerOf, hitOf } from "./testing/hits.ts";

const input = (change: Partial<ResultsInput> = {}): ResultsInput => ({
  typed: "resi",
  filters: noFilters,
  rows: [],
  answer: null,
  recent: [],
  expanded: new Set(),
  now: Date.parse("2026-11-30T10:00:00Z"),
  ...change,
});
const answer = (hits: Hit[], change: Partial<SearchAnswer> = {}) => answerOf(hits, change);
const keys = (given: ResultsInput) => sectionsOf(given).map(({ options }) => options.map(({ key }) => key));
const row = (id: string, change = {}) => sessionRow(id, { name: `Resi ${id}`, ...change });

test("before a word is typed: the last searches and the latest sessions, none of the archive", () => {
  const rows = [row("a"), row("b", { archived: true }), row("c")];
  expect(keys(input({ typed: "  ", rows, recent: ["margine"] }))).toEqual([
    ["recent margine"],
    ["session a", "session c"],
  ]);
  expect(keys(input({ typed: "" }))).toEqual([]);
});

test("titles come at once, archived ones last, a few of them until more are asked for", () => {
  const rows = [row("z", { archived: true }), ...["a", "b", "c", "d", "e", "f"].map((id) => row(id))];
  expect(keys(input({ rows }))).toEqual([["session a", "session b", "session c", "session d", "more sessions"]]);
  const all = input({ rows, expanded: new Set(["sessions"]) });
  expect(keys(all)[0]?.at(-1)).toBe("session z");
  expect(countOf(sectionsOf(input({ rows })), "session")).toBe(7);
});

test("hits stand under their sessions, each session where its best hit is", () => {
  const hits = [hitOf("a", 5), hitOf("b", 1, { agent: "codex" }), hitOf("a", 2), hitOf("a", 1, { agent: "codex" })];
  expect(keys(input({ answer: answer(hits) }))).toEqual([
    ["hit thoth:a:5", "hit thoth:a:2"],
    ["hit codex:b:1"],
    ["hit codex:a:1"],
  ]);
});

test("a session with many hits shows three and how many more; a rest of one is simply shown", () => {
  const many = (count: number) => answer(Array.from({ length: count }, (_, seq) => hitOf("a", seq)));
  expect(keys(input({ answer: many(4) }))[0]).toHaveLength(4);
  expect(keys(input({ answer: many(9) }))[0]?.at(-1)).toBe("more thoth:a");
  expect(countOf(sectionsOf(input({ answer: many(9) })), "hit")).toBe(9);
  expect(keys(input({ answer: many(9), expanded: new Set(["thoth:a"]) }))[0]).toHaveLength(9);
});

test("filters hold for titles too: a kind or another agent leaves none, a period and the archive are kept to", () => {
  const rows = [row("a", { activity_at: "2026-11-29T12:00:00Z" }), row("b"), row("c", { archived: true })];
  const withFilters = (change: Partial<typeof noFilters>) =>
    keys(input({ rows, filters: { ...noFilters, ...change } }));
  expect(withFilters({ role: "document" })).toEqual([]);
  expect(withFilters({ agent: "codex" })).toEqual([]);
  expect(withFilters({ agent: "thoth" })[0]).toHaveLength(3);
  expect(withFilters({ sinceDays: 1 })).toEqual([["session a"]]);
  expect(withFilters({ withoutArchived: true })).toEqual([["session a", "session b"]]);
});

test("quotes and a prefix's star are the index's, not the titles'", () => {
  expect(
    keys(input({ typed: '"resi a"', rows: [row("a"), row("b", { question: null, group: null, author: null })] })),
  ).toEqual([["session a"]]);
  expect(keys(input({ typed: "res*", rows: [row("a")] }))).toEqual([["session a"]]);
  expect(keys(input({ typed: "*", rows: [row("a")] }))).toEqual([]);
});

test("nothing found offers what would widen the search, and only that", () => {
  const none = answer([]);
  expect(keys(input({ answer: none }))).toEqual([["offer all-projects"]]);
  expect(keys(input({ answer: none, typed: "resi margine" }))).toEqual([["offer any", "offer all-projects"]]);
  const narrow = { ...noFilters, role: "decision", allProjects: true, any: true } as const;
  expect(keys(input({ answer: none, typed: "resi margine", filters: narrow }))).toEqual([["offer clear"]]);
  const off = answer([], { notice: { code: "switched-off", text: "" } });
  expect(keys(input({ answer: off }))).toEqual([]);
});

test("a session of the workspace goes by the name that the rail shows, not by the one that was indexed", () => {
  const given = input({ typed: "zeta", rows: [row("a", { name: null, question: "Quanti resi?" })] });
  const [section] = sectionsOf({ ...given, answer: answer([hitOf("a", 1, { title: null })]) });
  expect(section).toMatchObject({ kind: "passages", head: { title: "Quanti resi?" } });
});

test("agents' sessions found by their title stand with the sessions, after the workspace's own, and count as such", () => {
  const titled = hitOf("c1", 0, { agent: "codex", role: "title", title: "Resi di novembre" });
  const given = input({ rows: [row("a")], answer: answer([titled, hitOf("c1", 4, { agent: "codex" })]) });
  expect(keys(given)).toEqual([["session a", "session codex:c1"], ["hit codex:c1:4"]]);
  expect([countOf(sectionsOf(given), "session"), countOf(sectionsOf(given), "hit")]).toEqual([2, 1]);
});
