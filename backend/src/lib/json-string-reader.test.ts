import { expect, test } from "vitest";
import { createJsonStringReader } from "./json-string-reader.ts";

function read(json: string, size: number): string {
  const reader = createJsonStringReader();
  let text = "";
  for (let at = 1; at < json.length; at += size) {
    const piece = reader.push(json.slice(at, at + size));
    text += piece.text;
    // No piece may end in half a pair, for each is encoded alone.
    if (!piece.done) expect(piece.text).not.toMatch(/[\uD800-\uDBFF]$/);
    if (piece.done) return text;
  }
  throw new Error("it did not end");
}

test.each([
  "",
  "plain",
  'quotes " and \\ back\\\\slashes \\" at the end\\',
  "lines\n\r\t and \u2028 \u0000 \u001f",
  "😀 è 你好 👩‍👩‍👧",
  'looks like an end","content":"x',
])("%j comes out whole however it is cut", (text) => {
  const json = `${JSON.stringify(text)},"more":"after"}]`;
  const ascii = `"${[...JSON.stringify(text).slice(1, -1)]
    .flatMap((char) =>
      char.charCodeAt(0) > 126
        ? char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        : [char],
    )
    .join("")}"}`;
  for (const size of [1, 2, 3, 5, 7, 1000]) {
    expect(read(json, size)).toBe(text);
    expect(read(ascii, size)).toBe(text);
  }
});

test("what is no JSON string throws", () => {
  expect(() => createJsonStringReader().push('\\x"')).toThrow(SyntaxError);
  expect(() => createJsonStringReader().push('a\nb"')).toThrow(SyntaxError);
});
