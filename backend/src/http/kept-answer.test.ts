import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createKeptAnswer } from "./kept-answer.ts";

const listOf = (name: string) => JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ id: index, name })));

/** A route that answers with `text`, and how often it was compressed. */
function build() {
  const state = { text: listOf("one"), compressed: [] as string[] };
  const app = Fastify();
  const send = createKeptAnswer(async (json) => {
    state.compressed.push(json);
    return brotliCompressSync(json);
  });
  app.get("/", (request, reply) => send(request, reply, state.text));
  const ask = (headers: Record<string, string>) => app.inject({ url: "/", headers });
  return { state, ask };
}

const browser = { "accept-encoding": "gzip, deflate, br, zstd" };

test("a text that many ask for is compressed once, and again when it is another", async () => {
  const { state, ask } = build();
  const first = state.text;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(browser)));
  expect(answers.map(({ rawPayload }) => brotliDecompressSync(rawPayload).toString())).toEqual(Array(20).fill(first));
  expect(answers[0]?.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-cache",
    vary: "accept-encoding",
  });

  state.text = listOf("two");
  const other = await ask({ ...browser, "if-none-match": String(answers[0]?.headers.etag) });
  expect(brotliDecompressSync(other.rawPayload).toString()).toBe(state.text);
  expect(state.compressed).toEqual([first, state.text]);
});

test("who has it already gets 304, and who takes no brotli gets the text with the same tag", async () => {
  const { state, ask } = build();
  const plain = await ask({});
  expect(plain.payload).toBe(state.text);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const etag = String(plain.headers.etag);
  expect((await ask(browser)).headers.etag).toBe(etag);
  const same = await ask({ ...browser, "if-none-match": `"x", ${etag}` });
  expect([same.statusCode, same.payload, same.headers.etag]).toEqual([304, "", etag]);
  expect((await ask({ "accept-encoding": "br;q=0" })).payload).toBe(state.text);
});

test("a short text is sent as it is", async () => {
  const { state, ask } = build();
  state.text = "[]";
  expect((await ask(browser)).payload).toBe("[]");
  expect(state.compressed).toEqual([]);
});
