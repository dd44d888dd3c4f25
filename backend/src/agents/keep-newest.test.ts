import { expect, test } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { budgetOf, keepNewest } from "./keep-newest.ts";

const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);

test("what fits stays as it is", () => {
  expect(keepNewest(lines, budgetOf(10_000))).toEqual({ text: lines.join("\n"), dropped: 0 });
  const exact = lines.join("\n").length;
  expect(keepNewest(lines, budgetOf(exact)).dropped).toBe(0);
  expect(keepNewest(lines, budgetOf(exact - 1)).dropped).toBeGreaterThan(0);
});

test("the oldest lines go, whole, and a notice counts them", () => {
  expect(keepNewest(lines, budgetOf(60))).toEqual({
    text: "[97 earlier lines are left out.]\nline 97\nline 98\nline 99",
    dropped: 97,
  });
});

test("what has to stand before the first kept line counts as well", () => {
  expect(keepNewest(lines, budgetOf(60), { headingOf: (first) => `Assistant: (from line ${first})` })).toEqual({
    text: "[99 earlier lines are left out.]\nline 99",
    dropped: 99,
  });
  expect(keepNewest(lines, budgetOf(80), { headingOf: () => "Assistant:" }).text).toBe(
    "[96 earlier lines are left out.]\nAssistant:\nline 96\nline 97\nline 98\nline 99",
  );
});

test("lines that were left out before are counted in", () => {
  expect(keepNewest(["a", "b"], budgetOf(100), { missing: 5 })).toEqual({
    text: "[5 earlier lines are left out.]\na\nb",
    dropped: 5,
  });
});

test("bytes count where they are more than characters", () => {
  const { text } = keepNewest(["日本語".repeat(50), "索引", "検索"], { chars: 1000, bytes: 50 });
  expect(text).toBe("[1 earlier line is left out.]\n索引\n検索");
});

test("one line that is too long is cut between characters, without a notice where there is no room", () => {
  expect(keepNewest(["x".repeat(100)], budgetOf(10))).toEqual({ text: "x".repeat(10), dropped: 0 });
  expect(keepNewest(["a", `${"b".repeat(30)}👩‍💻`], budgetOf(4))).toEqual({ text: "", dropped: 1 });
  expect(keepNewest(["👩‍💻"], budgetOf(1))).toEqual({ text: "", dropped: 0 });
});

test("never over the budget, and always the end of what there was", () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom("a", "è", "日", "🎉", " "), maxLength: 30 }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, fc.nat(200), fc.nat(200), (all, chars, bytes) => {
      const kept = keepNewest(all, { chars, bytes }, { headingOf: (first) => (first % 2 ? "User:" : null) });
      expect(kept.text.length).toBeLessThanOrEqual(chars);
      expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(bytes);
      expect(kept.text.isWellFormed()).toBe(true);
      expect(all.join("\n").endsWith(kept.text.split("\n").at(-1) ?? "")).toBe(true);
    }),
  );
});
