import { expect, test } from "vitest";
import { createJsonlSplitter } from "./jsonl.ts";

function split(chunks: Buffer[], maxLine = 1000) {
  const lines: string[] = [];
  const oversize: number[] = [];
  const splitter = createJsonlSplitter({ onLine: (l) => lines.push(l), maxLine, onOversize: (n) => oversize.push(n) });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, oversize };
}

test("splits on line feeds only, whatever the chunks", () => {
  const text = '{"a":"è\u2028x"}\n\n{"b":"\u2029 \r"}\n{"c":"😀"}';
  const bytes = Buffer.from(text);
  const expected = ['{"a":"è\u2028x"}', '{"b":"\u2029 \r"}', '{"c":"😀"}'];
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const chunks = [];
    for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.subarray(i, i + size));
    expect(split(chunks).lines).toEqual(expected);
  }
});

test("drops a line past the limit and goes on with the next", () => {
  const result = split([Buffer.from(`${"x".repeat(30)}\nok\n`), Buffer.from("y".repeat(11))], 10);
  expect(result).toEqual({ lines: ["ok"], oversize: [30, 11] });
});
