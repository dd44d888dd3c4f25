import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "./model-server.ts";

const long = "Una risposta abbastanza lunga da arrivare in più pezzi, con “virgolette”, emoji 🙂 e accenti à è ì.";
let server: ModelServer;
beforeAll(async () => {
  const model = () => ({ say: long, call: { name: "gate", arguments: { phase: "F1" } } });
  server = await startModelServer({ port: 0, key: "secret", paceMs: 0, model });
});
afterAll(() => server.close());

const post = (body: string, key = "secret") =>
  fetch(`${server.url}/chat/completions`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
const messages = [{ role: "user", content: "ciao" }];

test("streams words in several pieces, then the call, the usage and the end", async () => {
  const response = await post(JSON.stringify({ model: "offline-1", stream: true, messages }));
  const lines = (await response.text()).split("\n\n").filter(Boolean);
  expect(lines.at(-1)).toBe("data: [DONE]");
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice: { delta: object }) => choice.delta));
  const words = deltas.flatMap((delta: { content?: string }) => (delta.content ? [delta.content] : []));
  expect(words.length).toBeGreaterThan(3);
  expect(words.join("")).toBe(long);
  expect(deltas.find((delta: { tool_calls?: object }) => delta.tool_calls)).toMatchObject({
    tool_calls: [{ index: 0, type: "function", function: { name: "gate", arguments: '{"phase":"F1"}' } }],
  });
  expect(chunks.at(-1).usage.total_tokens).toBeGreaterThan(0);
});

test("answers whole when no stream is asked", async () => {
  const body = (await (await post(JSON.stringify({ messages }))).json()) as { choices: object[] };
  expect(body.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { role: "assistant", content: long } });
});

test.each([
  ["a wrong key", () => post("{}", "other"), 401],
  ["no messages", () => post("{}"), 400],
  ["no JSON", () => post("{"), 400],
  ["another address", () => fetch(`${server.url}/other`, { headers: { authorization: "Bearer secret" } }), 404],
])("refuses %s in words", async (_name, call, status) => {
  const response = await call();
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: { message: expect.stringMatching(/\w/), type: expect.any(String) } });
});

test("`tht model serve` prints address and key on one line, and ends with its standard input", async () => {
  const tht = fileURLToPath(new URL("../bin/tht.js", import.meta.url));
  const child = spawn(process.execPath, [tht, "model", "serve", "--port", "0", "--json"], { stdio: "pipe" });
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
  const { url, key } = JSON.parse(line);
  const listed = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(await listed.json()).toMatchObject({ data: [{ id: "offline-1" }] });
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(key.length).toBeGreaterThan(30);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end();
  expect(await ended).toBe(0);
});
