import { expect, test } from "vitest";
import { duration, longWhen, number, shortWhen, size, timeOfDay } from "./format.ts";

const now = new Date(2026, 10, 30, 15, 30).getTime(); // a Monday
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test("says when as short as a rail needs it", () => {
  const cases: [string, string, string][] = [
    [new Date(now - 59_000).toISOString(), "adesso", "now"],
    [new Date(now + 90_000).toISOString(), "adesso", "now"],
    [new Date(now - 12 * 60_000).toISOString(), "12 min", "12 min"],
    [at(2026, 10, 30, 9), "6 h", "6 h"],
    [at(2026, 10, 29, 23, 50), "ieri", "yesterday"],
    [at(2026, 10, 25, 10), "mer", "Wed"],
    [at(2026, 10, 18, 10), "18 nov", "18 Nov"],
    [at(2025, 10, 18, 10), "18 nov 2025", "18 Nov 2025"],
    ["not a date", "", ""],
  ];
  for (const [iso, italian, english] of cases) {
    expect([shortWhen(iso, now, "it"), shortWhen(iso, now, "en")]).toEqual([italian, english]);
  }
});

test("yesterday evening is minutes ago before it is yesterday", () => {
  const midnight = new Date(2026, 10, 30, 0, 10).getTime();
  expect(shortWhen(at(2026, 10, 29, 23, 50), midnight, "it")).toBe("20 min");
});

test("numbers, sizes, durations and dates follow the language", () => {
  expect(number(61204.5, "it")).toBe("61.204,5");
  expect(number(1234, "it")).toBe("1.234");
  expect(number(61204.5, "en")).toBe("61,204.5");
  expect(size(999, "it")).toBe("999 byte");
  expect(size(999, "en")).toBe("999 bytes");
  expect(size(1, "en")).toBe("1 byte");
  expect(size(12_400, "it")).toBe("12,4 kB");
  expect([size(999_940, "it"), size(999_960, "it")]).toEqual(["999,9 kB", "1 MB"]);
  expect(size(3_000_000, "en")).toBe("3 MB");
  expect(duration(120, "it")).toBe("0,1 s");
  expect([duration(59_940, "it"), duration(59_960, "it")]).toEqual(["59,9 s", "1 min"]);
  expect(duration(150_000, "en")).toBe("2 min");
  expect(timeOfDay(at(2026, 10, 30, 9, 5), "it")).toBe("09:05");
  expect(longWhen(at(2026, 10, 30, 9, 5), "it")).toContain("30 novembre 2026");
  expect(longWhen("", "it")).toBe("");
});
