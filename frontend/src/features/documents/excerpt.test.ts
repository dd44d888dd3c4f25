import { describe, expect, it } from "vitest";
import { excerpt, isLong, withoutTitle } from "./excerpt.ts";
import { aDocument } from "./testing/fixtures.ts";

const markdown = (content: string) => aDocument({ key: "x", content });

describe("isLong", () => {
  it("is true of many lines and of many characters", () => {
    expect(isLong(markdown("a\n".repeat(20)))).toBe(false);
    expect(isLong(markdown("a\n".repeat(100)))).toBe(true);
    expect(isLong(markdown("a".repeat(10_000)))).toBe(true);
  });

  it("is never true of what bounds itself", () => {
    expect(isLong(aDocument({ key: "x", format: "schema-linking", content: "a\n".repeat(500) }))).toBe(false);
  });
});

describe("excerpt", () => {
  it("leaves a short text alone", () => {
    expect(excerpt("uno\n\ndue")).toBe("uno\n\ndue");
    expect(excerpt("")).toBe("");
  });

  it("cuts between paragraphs", () => {
    const paragraph = "parola ".repeat(100).trim();
    const cut = excerpt(Array(20).fill(paragraph).join("\n\n"));
    expect(cut.length).toBeLessThanOrEqual(4_000);
    expect(cut.endsWith("parola")).toBe(true);
    expect(cut.split("\n\n").every((part) => part === paragraph)).toBe(true);
  });

  it("cuts between lines where there are no paragraphs, and never through a character", () => {
    expect(
      excerpt("riga\n".repeat(100))
        .split("\n")
        .every((line) => line === "riga"),
    ).toBe(true);
    expect(excerpt("😀".repeat(5_000))).toBe("😀".repeat(2_000));
    expect(excerpt(`a${"😀".repeat(5_000)}`)).toBe(`a${"😀".repeat(1_999)}`);
  });
});

describe("withoutTitle", () => {
  it("drops a first heading that repeats the title, and nothing else", () => {
    expect(withoutTitle("# Domanda rivista\n\ntesto", "Domanda rivista")).toBe("\ntesto");
    expect(withoutTitle("\n#  domanda RIVISTA \ntesto", "Domanda rivista")).toBe("testo");
    for (const other of [
      "# Domanda\ntesto",
      "testo\n# Domanda rivista\n",
      "## Domanda rivista\n",
      "# Domanda rivista",
    ]) {
      expect(withoutTitle(other, "Domanda rivista")).toBe(other);
    }
  });
});
