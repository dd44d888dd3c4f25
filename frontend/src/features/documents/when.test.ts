import { expect, it } from "vitest";
import { moment } from "./when.ts";

const now = new Date(2026, 10, 30, 15, 0).getTime();
const at = (...parts: [number, number, number, number, number]) => moment(new Date(...parts).toISOString(), now, "it");

it("shows the time of today, and the day before it otherwise", () => {
  expect(at(2026, 10, 30, 10, 42).short).toBe("10:42");
  expect(at(2026, 10, 29, 10, 42).short).toBe("ieri 10:42");
  expect(at(2026, 10, 18, 9, 5).short).toBe("18 nov 09:05");
});

it("keeps the whole for a tooltip", () => {
  expect(at(2026, 10, 30, 10, 42).long).toContain("30 novembre 2026");
});
