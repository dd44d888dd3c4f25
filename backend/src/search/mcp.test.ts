import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SearchAnswer, Transcript } from "../../api/search.ts";
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
      hits: [
        {
          agent: "claude" as const,
          sessionId: "01a2",
          title: null,
          role: "user" as const,
          ts: null,
          seq: 7,
          document: null,
          archived: false,
          project: null,
          snippet: [{ text: "resi", hit: true }],
          score: 1,
          gone: false,
          resume: null,
        },
      ],
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
    expect(given.length).toBeLessThan(41_000);
    expect(given).toContain("Cut here");
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

  test("an expected failure is an answer to act on", async () => {
    const { call } = await connect(search);
    expect(await call("thoth_session_read", { session: "nowhere" })).toEqual({
      text: "There is no session nowhere.\nSearch first.",
      isError: true,
    });
  });
});
