import { describe, expect, it } from "vitest";
import { random } from "../../../../test/pty/words.ts";
import { cutToBudget } from "./budget.ts";

const line = (text: string, gapBefore = false) => ({ text, gapBefore });
const NO_LIMIT = { chars: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

describe("cutToBudget", () => {
  it("keeps everything within the budget, with a blank line where there was one", () => {
    const lines = [line("one", true), line("two", true), line("three")];
    expect(cutToBudget(lines, NO_LIMIT, 0)).toEqual({ text: "one\n\ntwo\nthree", rows: 3, dropped: 0 });
  });

  it("drops the oldest lines and says how many", () => {
    const lines = Array.from({ length: 10 }, (_, i) => line(`line number ${i}`));
    const { text, rows, dropped } = cutToBudget(lines, { ...NO_LIMIT, chars: 64 }, 5);
    expect([text, rows, dropped]).toEqual(["[13 earlier lines are left out.]\nline number 8\nline number 9", 2, 8]);
  });

  it("keeps the end of one line that is too long", () => {
    const { text } = cutToBudget([line(`${"a".repeat(500)}the end`)], { ...NO_LIMIT, chars: 60 }, 0);
    expect(text).toBe(`[The beginning of this line is left out.]\n${"a".repeat(11)}the end`);
  });

  it("is never over the budget in characters or bytes, and cuts no character", () => {
    const next = random(7);
    const parts = ["a", "é", "漢", "👩‍💻", "🇯🇵", "नि", " "];
    const whole = new Set(parts);
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    for (let i = 0; i < 400; i += 1) {
      const lines = Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
        line(
          Array.from({ length: Math.floor(next() * 40) }, () => parts[Math.floor(next() * parts.length)]).join(""),
          next() < 0.3,
        ),
      );
      const budget = { chars: Math.floor(next() * 120), bytes: Math.floor(next() * 200) };
      const { text, rows, dropped } = cutToBudget(lines, budget, 0);
      expect(text.length).toBeLessThanOrEqual(budget.chars);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(budget.bytes);
      expect(rows + dropped).toBe(lines.length);
      const rest = text.replace(/^\[.*\]\n/, "");
      for (const { segment } of segmenter.segment(rest)) expect(whole.has(segment) || segment === "\n").toBe(true);
    }
  });
});
