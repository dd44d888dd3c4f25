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

test("a time as it is wanted stays as it is, and a day that its month has not is the next month's", () => {
  for (const time of ["2026-07-17T09:00:00.000Z", "2026-02-28T23:59:59.999Z"]) expect(isoTime(time)).toBe(time);
  expect(isoTime("2026-01-31T09:00:00.000Z")).toBe("2026-01-31T09:00:00.000Z");
  expect(isoTime("2026-02-30T09:00:00.000Z")).toBe("2026-03-02T09:00:00.000Z");
  for (const wrong of ["2014-12-31T09:00:00.000Z", "2026-13-01T09:00:00.000Z", "2026-01-01T24:60:00.000Z"])
    expect(isoTime(wrong)).toBeNull();
});

test("what is no time is none, and never 1970", () => {
  for (const wrong of ["", "soon", 0, -1, 1e308, Number.NaN, null, undefined, {}, true, "9".repeat(40)])
    expect(isoTime(wrong)).toBeNull();
});
