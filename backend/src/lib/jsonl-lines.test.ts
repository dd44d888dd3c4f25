import { expect, test } from "vitest";
import { jsonlLines } from "./jsonl-lines.ts";

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([1, 2, 3, 7, 1000])("whole lines of pieces of %i bytes, the last without its end too", async (size) => {
  const lines = await Array.fromAsync(jsonlLines(pieces('{"a":"é😀\u2028"}\n\n{"b":2}\n{"c', size), 100));
  expect(lines).toEqual(['{"a":"é😀\u2028"}', '{"b":2}', '{"c']);
});

test("a line without end is refused", async () => {
  const got: string[] = [];
  const read = async () => {
    for await (const line of jsonlLines(pieces(`ok\n${"x".repeat(50)}\nok\n`, 9), 20)) got.push(line);
  };
  await expect(read()).rejects.toThrow(RangeError);
  expect(got).toEqual(["ok"]);
});
