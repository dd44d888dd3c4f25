import { expect, test } from "vitest";
import { isoTime } from "./times.ts";

test("a time is ISO text, seconds or ms, also as text or with fractions", () => {
  const same = [
    "2026-07-17T09:00:00Z",
    "2026-07-17T11:00:00+02:00",
    1784278800,
    1784278800000,
    "1784278800000",
    1784278800.0004,
    1784278800000n,
  ];
  expect(same.map(isoTime)).toEqual(same.map(() => "2026-07-17T09:00:00.000Z"));
});

test("what is no time is none, and never 1970", () => {
  for (const wrong of ["", "soon", 0, -1, 1e308, Number.NaN, null, undefined, {}, true, "9".repeat(40)])
    expect(isoTime(wrong)).toBeNull();
});
