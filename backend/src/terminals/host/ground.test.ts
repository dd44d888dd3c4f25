import { describe, expect, test } from "vitest";
import { createGroundCutter } from "./ground.ts";

const bytes = (text: string) => Buffer.from(text);
const text = (given: Uint8Array) => Buffer.from(given).toString("utf8");

const WHOLE = [
  ["colours", "\u001b[31mred\u001b[0m"],
  ["a window's title", "\u001b]0;title\u0007after"],
  ["one ended by ST", "\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\"],
  ["a device control string", "\u001bP+q544e\u001b\\after"],
  ["an application command", "\u001b_Gq=1\u001b\\after"],
  ["a character set", "\u001b(B\u001b)0text"],
  ["two-byte sequences", "\u001b7\u001b8\u001bM\u001b="],
  ["a cancelled sequence", "\u001b]0;never\u0018after"],
  ["eight-bit controls", "\u009b31mred\u009b0m\u0085\u009d0;title\u009cafter\u0090+q544e\u001b\\ «a»"],
  ["characters of two to four bytes", "è € 😀 👨‍👩‍👧"],
  ["lines", "one\r\ntwo\r\n"],
] as const;

describe("output is cut only at rest", () => {
  test.each(WHOLE)("%s", (_name, output) => {
    const all = bytes(output);
    for (let cut = 0; cut <= all.length; cut++) {
      const cutter = createGroundCutter();
      const first = cutter.push(all.subarray(0, cut));
      const second = cutter.push(all.subarray(cut));
      expect(text(Buffer.concat([first, second]))).toBe(output);
      // What came first is whole by itself: nothing of a character is missing, and no sequence is open.
      expect(text(first)).not.toContain("\ufffd");
      expect(createGroundCutter().push(first)).toEqual(first);
      expect(cutter.rest().length).toBe(0);
    }
  });

  test("byte by byte nothing is lost either", () => {
    const output = WHOLE.map(([, part]) => part).join("");
    const cutter = createGroundCutter();
    const parts = [...bytes(output)].map((byte) => Buffer.from(cutter.push(Uint8Array.of(byte))));
    expect(text(Buffer.concat(parts))).toBe(output);
  });
});

test("a sequence without an end is not held for ever", () => {
  const cutter = createGroundCutter();
  let out = cutter.push(bytes("\u001b]52;c;")).length;
  for (let n = 0; n < 100; n++) out += cutter.push(Buffer.alloc(8192, "x")).length;
  expect(out).toBeGreaterThan(500_000);
});

test("what is begun at the end is given out as it is", () => {
  const cutter = createGroundCutter();
  expect(text(cutter.push(bytes("ab\u001b[3")))).toBe("ab");
  expect(text(cutter.rest())).toBe("\u001b[3");
  expect(cutter.rest().length).toBe(0);
});
