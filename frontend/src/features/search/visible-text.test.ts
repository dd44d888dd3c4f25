import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test("nothing turns or hides what is shown; words of any script stay", () => {
  expect(visibleText("run \u202egpj.exe\u202c \u2066now\u2069\u0007\r\n\tthen\u009b2J")).toBe(
    "run gpj.exe now\n\tthen2J",
  );
  const words = "שלום \u200fעולם, 👩‍💻 e\u0301 می‌خواهیم";
  expect(visibleText(words)).toBe(words);
});
