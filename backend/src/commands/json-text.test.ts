import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("no character that a terminal would act on is left, and it means the same", () => {
  const value = { text: "\u001b[2J \u009b2J \u007f \u202etxt\u202c \u2066x\u2069 è 桜 👩‍💻\r\n" };
  const text = jsonText(value);
  expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(text).toContain("è 桜 👩‍💻");
  expect(JSON.parse(text)).toEqual(value);
});
