import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

it("leaves what fits alone and marks what was cut", () => {
  expect(cutText("Resi", 4)).toBe("Resi");
  expect(cutText("Resi per mese", 4)).toBe("Resi…");
});

it("never cuts through a character, whatever it is made of", () => {
  for (const character of ["😀", "👨‍👩‍👧‍👦", "e\u0301", "🇮🇹", "👍🏽", "नि"]) {
    const long = character.repeat(60);
    for (let max = character.length; max < 100; max += 1) {
      const cut = cutText(long, max);
      const whole = Math.min(60, Math.floor(max / character.length));
      expect(cut, `${character} at ${max}`).toBe(whole < 60 ? `${character.repeat(whole)}…` : long);
    }
  }
});

it("bounds a pile of marks that has no end", () => {
  expect(cutText(`a${"\u0301".repeat(10_000)}`, 120).length).toBeLessThanOrEqual(121);
  expect(cutText("😀x", 1)).toBe("…");
});
