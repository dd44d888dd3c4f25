import { describe, expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";

const clean = (...texts: string[]) =>
  sanitise(texts.map((text) => ({ text, gapBefore: false }))).map(({ text }) => text);

describe("sanitise", () => {
  it("takes out control characters, and what can't be seen or turns text around", () => {
    expect(
      clean("a\u0000b\u0007c\u001bd\u007fe\u009bf\u0085g", "\u202ehidden\u2066 \u200bword\u00ad\ufeff\u{e0041}"),
    ).toEqual(["abcdefg", "hidden word"]);
  });

  it("keeps tabs, joiners, variations and marks, the marks up to eight", () => {
    expect(clean("a\tb", "👩‍💻 می‌خواهم ❤️ é", `z${"\u0301".repeat(30)}!`)).toEqual([
      "a\tb",
      "👩‍💻 می‌خواهم ❤️ é",
      `z${"\u0301".repeat(8)}!`,
    ]);
  });

  it("drops rows of borders and cuts borders that stand in pairs", () => {
    expect(clean("╭─────────╮", "│ hello   │", "│ 漢字    │", "╰─────────╯", "▄▄▄▄▄▄▄▄▄▄▄▄", "text")).toEqual([
      "hello",
      "漢字",
      "text",
    ]);
  });

  it("keeps box drawing inside text", () => {
    const tree = [
      "├── src",
      "│   ├── a",
      "│   └── b",
      "└── docs",
      "a │ b",
      "│ alone │ with nothing around",
      "▁▂▃▅▇",
      "| a | b |",
      "+---+---+",
    ];
    expect(clean(...tree)).toEqual(tree);
  });
});
