import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Hit, SearchAnswer, Transcript } from "../../api/search.ts";
import { problem } from "../http/problem.ts";
import { createMcpServer } from "./mcp.ts";
import type { Search } from "./types.ts";

const answer: SearchAnswer = { hits: [], took_ms: 1, indexing: null, stale: false, notice: null, problems: [] };
const transcript: Transcript = {
  agent: "thoth",
  sessionId: "s-1",
  title: "Resi per motivo",
  project: null,
  startedAt: null,
  gone: false,
  archived: false,
  resume: null,
  turns: [
    { seq: 0, ts: null, role: "document", text: "Perché?", document: "question" },
    { seq: 1, ts: null, role: "document", text: "# Strategia", document: "strategy" },
  ],
  before: 0,
  after: 0,
};

const hit: Hit = {
  agent: "claude",
  sessionId: "01a2",
  title: null,
  role: "user",
  ts: null,
  seq: 7,
  document: null,
  archived: false,
  project: null,
  snippet: [{ text: "resi", hit: true }],
  score: 1,
  gone: false,
  resume: null,
};

/** The server over an index that answers as told, and the SDK's own client. */
async function connect(search: Partial<Search>) {
  const settle = vi.fn(async () => {});
  const server = createMcpServer({ search: search as Search, version: "1.2.3", settle });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  async function call(name: string, args: Record<string, unknown>) {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    return { text: (content as { text: string }[]).map(({ text }) => text).join(""), isError };
  }
  return { client, call, settle };
}

/** The turns of an answer by their numbers, without the lines around them. */
const turnsOf = (text: string) =>
  text
    .split(/\n\n(?=\[\d+\] |\()/)
    .filter((block) => block.startsWith("["))
    .map((block): [number, string] => [Number.parseInt(block.slice(1), 10), block.slice(block.indexOf("\n") + 1)]);

test("says what it is for, and that it only reads", async () => {
  const { client } = await connect({});
  expect(client.getServerVersion()).toMatchObject({ name: "thoth", version: "1.2.3" });
  expect(client.getInstructions()).toMatch(/why is this like this, what did we decide/);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["thoth_sessions", "thoth_session_read"]);
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(inputSchema.additionalProperties).toBe(false);
  }
  const [search, read] = tools;
  expect(Object.keys(search?.inputSchema.properties ?? {})).toEqual(
    "query role sinceDays session agent any project allProjects limit".split(" "),
  );
  expect(search?.inputSchema.required).toEqual(["query"]);
  expect(read?.inputSchema.required).toEqual(["session"]);
});

describe("thoth_sessions", () => {
  test("passes the filters on, and answers text with how to read on", async () => {
    const search = vi.fn(async () => ({
      ...answer,
      hits: [hit],
    }));
    const { call, settle } = await connect({ search });
    const given = { query: "resi", role: "user", sinceDays: 3, agent: "claude", any: true, limit: 5 };
    expect(await call("thoth_sessions", { ...given, allProjects: true })).toEqual({
      text: '1. claude:01a2\n   user\n   «resi»\n   show: thoth_session_read {"session":"claude:01a2","around":7}',
      isError: false,
    });
    const { query: q, ...rest } = given;
    expect(search).toHaveBeenLastCalledWith({ q, ...rest, scope: "all" });
    await call("thoth_sessions", { query: "x", project: "/a/b/../c" });
    expect(search).toHaveBeenLastCalledWith({ q: "x", projects: ["/a/c"], scope: "project", limit: 10 });
    await call("thoth_sessions", { query: "x" });
    expect(search).toHaveBeenLastCalledWith({ q: "x", scope: "project", limit: 10 });
    await expect.poll(() => settle.mock.calls.length).toBe(3);
  });

  test("what is not as described is refused, and told", async () => {
    const { call } = await connect({ search: async () => answer });
    for (const wrong of [{}, { query: "x", role: "boss" }, { query: "x", limit: 1000 }, { query: "x", nonsense: 1 }])
      expect((await call("thoth_sessions", wrong)).isError).toBe(true);
  });

  test("an answer is bounded", async () => {
    const text = "è".repeat(100_000);
    const { call } = await connect({ search: async () => ({ ...answer, notice: { code: "no-hits", text } }) });
    const { text: given } = await call("thoth_sessions", { query: "x" });
    expect(Buffer.byteLength(given)).toBeLessThan(20_000);
    expect(given).toContain("Cut here");
  });

  test("more hits than there is room for: the best ones, how many are left, and what would show them", async () => {
    const hits = Array.from({ length: 50 }, (_, seq): Hit => {
      const snippet = [{ text: `会議で決めた ${"é".repeat(300)} `, hit: false }];
      return { ...hit, seq, snippet };
    });
    const { call } = await connect({ search: async () => ({ ...answer, hits }) });
    const { text } = await call("thoth_sessions", { query: "x", limit: 50 });
    expect(Buffer.byteLength(text)).toBeLessThan(20_000);
    const shown = [...text.matchAll(/^\d+\. /gm)].length;
    expect(shown).toBeGreaterThan(15);
    expect(text).toMatch(new RegExp(`\\(Cut here: ${50 - shown} more hits\\. To see them, narrow [^)]*\\)$`));
  });
});

describe("thoth_session_read", () => {
  const search: Partial<Search> = {
    resolve: async (text) => {
      if (text === "nowhere") throw problem("session-not-found", "There is no session nowhere.", "Search first.");
      return { agent: "thoth", sessionId: text };
    },
    transcript: async () => transcript,
    conversation: async () => {
      const { turns, before: _before, after: _after, ...head } = transcript;
      const said = { seq: 0, ts: null, role: "user" as const, text: "Avanti.", document: null };
      const chat = Array.from({ length: 1500 }, (_, i) => ({ ...said, seq: i }));
      return { head, turns: [...chat, ...turns], touchedFiles: [] };
    },
  };

  test("turns, or one document, wherever in a long session it stands", async () => {
    const { call } = await connect(search);
    expect((await call("thoth_session_read", { session: "s-1", around: 1 })).text).toContain("[1] document strategy");
    const one = await call("thoth_session_read", { session: "s-1", document: "strategy" });
    expect(one.text).toBe("thoth:s-1  Resi per motivo\n\n[1] document strategy\n# Strategia");
    const none = await call("thoth_session_read", { session: "s-1", document: "sql_final" });
    expect(none.text).toContain("It has: question, strategy");
  });

  test("a long conversation is read whole by what each answer says, each within its bounds", async () => {
    const long = "Una riga che dice perché — 会議で決めた.\n".repeat(1500);
    const texts = Array.from({ length: 60 }, (_, seq) =>
      seq % 20 === 7 ? `${seq} ${long}` : `${seq} ${"è".repeat(900)}`,
    );
    const turns = texts.map((text, seq) => ({ seq, ts: null, role: "user" as const, text, document: null }));
    const { call } = await connect({
      ...search,
      transcript: async (_ref, { around = 0, limit = 21 }) => {
        const start = Math.max(0, around - Math.floor(limit / 2));
        const shown = turns.slice(start, start + limit);
        return { ...transcript, turns: shown, before: start, after: turns.length - start - shown.length };
      },
    });
    const read = new Map<number, string>();
    let next: string | undefined = JSON.stringify({ session: "s-1" });
    for (let asked = 0; next !== undefined && asked < 200; asked++) {
      const { text } = await call("thoth_session_read", JSON.parse(next));
      expect(Buffer.byteLength(text)).toBeLessThan(20_000);
      const from = JSON.parse(next).from ?? 0;
      for (const [seq, said] of turnsOf(text)) {
        const before = read.get(seq) ?? "";
        if (before.length === from || before === "") read.set(seq, before + said);
      }
      next =
        /Its next part: thoth_session_read (\{.*\})\)/.exec(text)?.[1] ??
        /later: thoth_session_read (\{.*\})\)/.exec(text)?.[1];
    }
    expect(next).toBeUndefined();
    for (const [seq, text] of texts.entries())
      expect(read.get(seq)?.replaceAll(/\s/g, ""), `turn ${seq}`).toBe(text.replaceAll(/\s/g, ""));
  });

  test("a document that is longer than an answer says how to read on, to its end", async () => {
    const text = "# Strategia\n\n".concat("Perché così, e non altrimenti. ".repeat(3000));
    const { head } = { head: { ...transcript, turns: undefined } };
    const document = { seq: 0, ts: null, role: "document" as const, text, document: "strategy" };
    const { call } = await connect({
      ...search,
      conversation: async () => ({ head, turns: [document], touchedFiles: [] }),
    });
    let [read, from] = ["", 0];
    for (let asked = 0; asked < 20; asked++) {
      const { text } = await call("thoth_session_read", { session: "s-1", document: "strategy", from });
      expect(Buffer.byteLength(text)).toBeLessThan(20_000);
      read += turnsOf(text)[0]?.[1] ?? "";
      const more = /Its next part: thoth_session_read (\{.*\})\)/.exec(text)?.[1];
      if (more === undefined) break;
      expect(JSON.parse(more)).toMatchObject({ session: "s-1", document: "strategy" });
      from = JSON.parse(more).from;
    }
    expect(read.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
  });

  test("an expected failure is an answer to act on", async () => {
    const { call } = await connect(search);
    expect(await call("thoth_session_read", { session: "nowhere" })).toEqual({
      text: "There is no session nowhere.\nSearch first.",
      isError: true,
    });
  });
});
