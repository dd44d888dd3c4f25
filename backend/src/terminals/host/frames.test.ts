import { expect, test } from "vitest";
import { createFrameReader, dataFrame, FrameError, jsonFrame } from "./frames.ts";

function collect() {
  const got: unknown[] = [];
  const reader = createFrameReader({
    json: (value) => got.push(value),
    data: (stream, bytes) => got.push([stream, bytes.toString("latin1")]),
    onError: (error) => {
      throw error;
    },
  });
  return { got, reader };
}

const frames = [
  jsonFrame({ type: "è" }),
  dataFrame(7, Buffer.from("\u0000\u00ff", "latin1")),
  dataFrame(8, Buffer.alloc(0)),
  jsonFrame(1),
];
const expected = [{ type: "è" }, [7, "\u0000\u00ff"], [8, ""], 1];

test.each([1, 2, 3, 4, 5, 6, 1000])("frames come whole from pieces of %i bytes", (size) => {
  const { got, reader } = collect();
  const all = Buffer.concat(frames);
  for (let at = 0; at < all.length; at += size) reader.push(all.subarray(at, at + size));
  expect(got).toEqual(expected);
});

test.each([
  ["a length of nothing", Buffer.from([0, 0, 0, 0, 0])],
  ["a length beyond all frames", Buffer.from([0xff, 0xff, 0xff, 0xff, 0])],
  ["an unknown kind", Buffer.from([0, 0, 0, 2, 9, 0])],
  ["data without its stream", Buffer.from([0, 0, 0, 3, 1, 0, 0])],
  ["no JSON", Buffer.concat([Buffer.from([0, 0, 0, 2, 0]), Buffer.from("{")])],
])("%s is refused", (_name, bytes) => {
  expect(() => collect().reader.push(bytes)).toThrow(FrameError);
});

test("a listener that fails hears the next frame all the same", () => {
  const got: unknown[] = [];
  const reader = createFrameReader({
    json(value) {
      if (value === 1) throw new Error("a bug");
      got.push(value);
    },
    data: () => {},
    onError: (error) => got.push(error),
  });
  reader.push(Buffer.concat([jsonFrame(1), jsonFrame(2)]));
  expect(got).toEqual([new Error("a bug"), 2]);
});
