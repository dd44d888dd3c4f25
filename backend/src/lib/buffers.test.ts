import { expect, test } from "vitest";
import { createRingBuffer } from "./ring-buffer.ts";
import { createTextTail } from "./text-tail.ts";

test("the ring keeps the newest items within both bounds and says what it forgot", () => {
  const gone: number[] = [];
  const ring = createRingBuffer<number>({ maxItems: 3, maxSize: 10, onEvict: (n) => gone.push(n) });
  for (const n of [1, 2, 3, 4]) ring.push(n, 1);
  ring.push(5, 9);
  expect({ kept: ring.from(0), last: ring.from(1), gone }).toEqual({ kept: [4, 5], last: [5], gone: [1, 2, 3] });
  ring.push(6, 99);
  expect({ kept: ring.from(0), length: ring.length, first: ring.at(0) }).toEqual({ kept: [6], length: 1, first: 6 });
});

test("the ring stays right over many evictions", () => {
  const ring = createRingBuffer<number>({ maxItems: 5, maxSize: 1e9 });
  for (let n = 0; n < 1000; n++) ring.push(n, 1);
  expect(ring.from(0)).toEqual([995, 996, 997, 998, 999]);
});

test("the tail keeps the end of a stream, with characters cut across chunks", () => {
  const tail = createTextTail(4);
  for (const byte of Buffer.from("abcdefè€")) tail.push(Buffer.from([byte]));
  expect(tail.text()).toBe("efè€");
  tail.push(Buffer.from("😀abc"));
  expect(tail.text()).toBe("abc");
});
