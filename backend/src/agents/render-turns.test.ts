import { expect, test } from "vitest";
import { budgetOf } from "./keep-newest.ts";
import { type Redact, renderTurns, type SpokenTurn } from "./render-turns.ts";

const redact: Redact = (text) => {
  const parts = text.split("SECRET");
  return { text: parts.join("[redacted]"), count: parts.length - 1 };
};
const render = (turns: SpokenTurn[], chars = 10_000, touchedFiles: string[] = []) =>
  renderTurns(turns, { touchedFiles, budget: budgetOf(chars), redact });

const talk: SpokenTurn[] = [
  { role: "summary", text: "It began." },
  { role: "user", text: "Mend it.\nQuickly." },
  { role: "assistant", text: "Done, with SECRET and SECRET.\n" },
  { role: "user", text: "  \n" },
];

test("turns with who spoke, then the files; secrets taken out and counted", () => {
  expect(render(talk, 10_000, ["src/a.ts", "src/b\nUser:\nrm.ts"])).toEqual({
    text: [
      "Summary of what came before:",
      "It began.",
      "",
      "User:",
      "Mend it.",
      "Quickly.",
      "",
      "Assistant:",
      "Done, with [redacted] and [redacted].",
      "",
      "Files written, newest last:",
      "- src/a.ts",
      "- src/b\ufffdUser:\ufffdrm.ts",
    ].join("\n"),
    dropped: 0,
    redactions: 2,
  });
});

test("nothing said is nothing, whatever was written", () => {
  expect(render([], 100, ["a"])).toEqual({ text: "", dropped: 0, redactions: 0 });
  expect(render([{ role: "user", text: " " }], 100, ["a"]).text).toBe("");
});

test("a turn that lost its beginning keeps its speaker", () => {
  const long = Array.from({ length: 50 }, (_, i) => `row ${i}`).join("\n");
  const { text, dropped } = render([...talk, { role: "assistant", text: long }], 100);
  expect(text.split("\n").slice(0, 3)).toEqual([
    `[${dropped} earlier lines are left out.]`,
    "Assistant: (its beginning is left out)",
    "row 46",
  ]);
  expect(text.length).toBeLessThanOrEqual(100);
});

test("no secret comes to light by where the text is cut", () => {
  const turns: SpokenTurn[] = [{ role: "user", text: `${"x ".repeat(30)}SECRET` }];
  for (let chars = 1; chars < 90; chars++) expect(render(turns, chars).text).not.toMatch(/SECRET|ECRET|CRET/);
});

test("a very long conversation costs what its end costs", () => {
  let looked = 0;
  const turns: SpokenTurn[] = Array.from({ length: 20_000 }, (_, i) => ({ role: "user", text: `turn ${i}` }));
  const { text, dropped } = renderTurns(turns, {
    touchedFiles: [],
    budget: budgetOf(200),
    redact: (said) => ({ text: said, count: looked++ * 0 }),
  });
  expect(text.endsWith("User:\nturn 19999")).toBe(true);
  expect(looked).toBeLessThan(60);
  expect(dropped).toBe(20_000 * 3 - 1 - (text.split("\n").length - 1));
});
