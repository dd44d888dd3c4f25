import { expect, test } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { beside, endWithin, fits, leftOutNotice } from "./text-budget.ts";

test("characters and bytes are counted apart, and both hold", () => {
  expect([
    fits("è", { chars: 1, bytes: 2 }),
    fits("è", { chars: 1, bytes: 1 }),
    fits("è", { chars: 0, bytes: 2 }),
  ]).toEqual([true, false, false]);
  expect(beside({ chars: 10, bytes: 10 }, "èè")).toEqual({ chars: 8, bytes: 6 });
});

test("an end is cut between characters, however many code points each has", () => {
  expect(endWithin("abc👩‍💻", { chars: 6, bytes: 100 })).toBe("c👩‍💻");
  expect(endWithin("abc👩‍💻", { chars: 4, bytes: 100 })).toBe("");
  expect(endWithin("abc", { chars: -1, bytes: 100 })).toBe("");
  const text = fc.string({ unit: fc.constantFrom("a", "è", "日", "🎉", "🇯🇵", " "), maxLength: 200 });
  fc.assert(
    fc.property(text, fc.nat(220), fc.nat(400), (whole, chars, bytes) => {
      const end = endWithin(whole, { chars, bytes });
      expect(fits(end, { chars, bytes })).toBe(true);
      expect(whole.endsWith(end) && end.isWellFormed()).toBe(true);
      expect(end === whole).toBe(fits(whole, { chars, bytes }));
    }),
  );
});

test("a notice counts what is missing", () => {
  expect([1, 2].map(leftOutNotice)).toEqual(["[1 earlier line is left out.]", "[2 earlier lines are left out.]"]);
});
