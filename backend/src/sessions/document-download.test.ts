import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readDownload } from "./document-download.ts";

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const document = {
  phase: "F3",
  key: "revised_question",
  title: 'A title with ,"content":"inside"',
  format: "markdown",
};

test("the content comes out whole, whatever the pieces, and what stands before it says what it is", async () => {
  const content = `# Domanda — «è» 😀\n"quotes" \\ \u2028 ${"x".repeat(500)}`;
  for (const json of [
    JSON.stringify([{ ...document, content, bytes: 9 }]),
    JSON.stringify([{ ...document, content }], null, 2),
  ])
    for (const size of [1, 3, 17, 100_000]) {
      const download = await readDownload(inPieces(`${json}\n`, size));
      expect(download?.document).toEqual(document);
      expect(await textOf(download?.content as never)).toBe(content);
    }
});

test("an empty list is no document", async () => {
  expect(await readDownload(inPieces("[]\n", 1))).toBe(null);
});

test.each(["", "{", '[{"key":"k"}]', "null", '[{"content":1}]', "x".repeat(100_000)])(
  "%.20j is refused",
  async (text) => {
    await expect(readDownload(inPieces(text, 1000))).rejects.toThrow(SyntaxError);
  },
);

test("an end in the middle is an error and not a shorter document", async () => {
  const download = await readDownload(inPieces('[{"content":"half', 4));
  await expect(textOf(download?.content as never)).rejects.toThrow("in the middle");
});

test("a reader that goes away ends the source", async () => {
  let ended = false;
  async function* source() {
    try {
      yield Buffer.from('[{"content":"a');
      for (;;) yield Buffer.alloc(64 * 1024, "x");
    } finally {
      ended = true;
    }
  }
  const download = await readDownload(source());
  const content = download?.content;
  await new Promise((resolve) => content?.once("data", resolve));
  content?.destroy();
  await expect.poll(() => ended).toBe(true);
});
