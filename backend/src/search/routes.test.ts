import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SearchAnswer, SearchedAgents, Transcript } from "../../api/search.ts";
import { type AtEnd, buildServer, shared, temporaryFolder } from "../../test/helper.ts";

const run = promisify(execFile);
const bundled = fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url));

const said = (cwd: string, n: number, content: string) =>
  `${JSON.stringify({
    type: "user",
    uuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    sessionId: "11111111-2222-4333-8444-555555555555",
    timestamp: `2026-11-01T10:0${n}:00.000Z`,
    cwd,
    message: { role: "user", content },
  })}\n`;

/** The server on a demo workspace of the real harness, and one session of Claude Code. */
async function demo(atEnd?: AtEnd) {
  const base = await temporaryFolder(atEnd);
  const workspace = join(base, "ws");
  const store = join(base, ".claude/projects", workspace.replaceAll(/[^A-Za-z0-9]/g, "-"));
  await run(process.execPath, [bundled, "workspace", "init", workspace, "--demo"]);
  await mkdir(store, { recursive: true });
  await writeFile(
    join(store, "11111111-2222-4333-8444-555555555555.jsonl"),
    said(workspace, 1, "Why are the returns counted twice?") + said(workspace, 2, "They are counted once, <b>see</b>."),
  );
  const env = { HOME: base, CLAUDE_CONFIG_DIR: "", THT_BIN: JSON.stringify([process.execPath, bundled]) };
  const server = await buildServer({ workspace, env }, atEnd);
  const idOf = async (suffix: string) =>
    (await readdir(join(workspace, "sessions"))).find((name) => name.endsWith(suffix)) ?? "";
  /** The answer of a complete index. */
  async function search(query: string): Promise<SearchAnswer> {
    for (;;) {
      const { status, body } = await server.ask("GET", `/search?${query}`);
      expect([status, Value.Check(SearchAnswer, body)], JSON.stringify(body)).toEqual([200, true]);
      if ((body as SearchAnswer).indexing === null) return body as SearchAnswer;
    }
  }
  return { ...server, idOf, search };
}

describe("GET /search", () => {
  const open = shared((atEnd) => demo(atEnd));

  test("finds documents, decisions and what agents said", async () => {
    const { search } = open();
    const { hits } = await search("q=fatturato%20regione&role=document&limit=3");
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThanOrEqual(3);
    expect(new Set(hits.map(({ agent, role }) => `${agent} ${role}`))).toEqual(new Set(["thoth document"]));
    expect(hits.every(({ document, title }) => document !== undefined && title !== null)).toBe(true);
    expect((await search("q=approve&role=decision")).hits.length).toBeGreaterThan(0);
    const [claude] = (await search("q=counted&agent=claude&scope=all&any=false&sinceDays=36000")).hits;
    expect(claude?.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["counted"]);
  });

  test("archived sessions are found unless they are left out", async () => {
    const { search, services } = open();
    const archived = (await services.sessions.tht.list()).filter(({ archived }) => archived).map(({ id }) => id);
    expect(archived.length).toBeGreaterThan(0);
    const [id = ""] = archived;
    const { question } = await services.sessions.tht.show(id);
    const words = encodeURIComponent(String(question));
    const found = async (more: string) =>
      (await search(`q=${words}&limit=200${more}`)).hits.filter(({ sessionId }) => sessionId === id);
    expect((await found("")).every(({ archived }) => archived)).toBe(true);
    expect((await found("")).length).toBeGreaterThan(0);
    expect(await found("&archived=false")).toEqual([]);
  });

  test.each(["%22", "NOT%20%28", "%00", "%F0%9F%98%80", "*", "%27%3B--", "a".repeat(10_000), "%E2%80%A8", "%5C"])(
    "whatever was typed (%#) is answered",
    async (q) => {
      const { hits } = await open().search(`q=${q}`);
      expect(hits).toEqual([]);
    },
  );

  test.each([
    "",
    "q=x&nonsense=1",
    "q=x&q=y",
    "q=x&role=boss",
    "q=x&agent=nobody",
    "q=x&limit=0",
    "q=x&limit=201",
    "q=x&limit=1e2",
    "q=x&any=yes",
    "q=x&sinceDays=-1",
    "q=x&scope=world",
    `q=${"a".repeat(10_001)}`,
  ])("%j is not as documented", async (query) => {
    const { status, body } = await open().ask("GET", `/search?${query}`);
    expect([status, (body as { code: string }).code]).toEqual([400, "invalid-request"]);
  });
});

describe("GET /search/agents", () => {
  const open = shared((atEnd) => demo(atEnd));

  test("those that something is indexed of, in the project or everywhere", async () => {
    const { ask, search, config } = open();
    const other = join(config.workspace, "../.codex/sessions/2026/11/01");
    await mkdir(other, { recursive: true });
    const id = "0199f2a0-0000-7000-8000-000000000001";
    const lines = [
      { type: "session_meta", payload: { id, cwd: "/elsewhere", timestamp: "2026-11-01T10:00:00Z", cli_version: "1" } },
      {
        type: "response_item",
        payload: {
          type: "message",
          role: "user",
          content: [{ type: "input_text", text: "Something that was asked elsewhere." }],
        },
      },
    ];
    await writeFile(
      join(other, `rollout-2026-11-01T10-00-00-${id}.jsonl`),
      lines.map((line) => `${JSON.stringify({ timestamp: "2026-11-01T10:00:00Z", ...line })}\n`).join(""),
    );
    await search("q=counted");
    const of = async (query: string) => {
      const { status, body } = await ask("GET", `/search/agents${query}`);
      expect([status, Value.Check(SearchedAgents, body)]).toEqual([200, true]);
      return (body as SearchedAgents).agents;
    };
    const here = [
      { agent: "claude", sessions: 1 },
      { agent: "thoth", sessions: 13 },
    ];
    expect(await of("")).toEqual(here);
    await search("q=counted&scope=all");
    expect(await of("?scope=all")).toEqual([here[0], { agent: "codex", sessions: 1 }, here[1]]);
    expect(await of("?scope=project")).toEqual(here);
    expect((await ask("GET", "/search/agents?q=x")).status).toBe(400);
  });
});

describe("GET /transcripts/:agent/:id", () => {
  const open = shared((atEnd) => demo(atEnd));

  test("turns around one, and how many lie on either side", async () => {
    const { ask, search } = open();
    await search("q=counted");
    const { status, body } = await ask(
      "GET",
      "/transcripts/claude/11111111-2222-4333-8444-555555555555?around=1&limit=1",
    );
    expect([status, Value.Check(Transcript, body)]).toEqual([200, true]);
    expect(body).toMatchObject({
      turns: [{ seq: 1, role: "user", text: "They are counted once, <b>see</b>." }],
      before: 1,
      after: 0,
    });
  });

  test("a workspace session's documents", async () => {
    const { ask, search, idOf } = open();
    await search("q=fatturato");
    const { body } = await ask("GET", `/transcripts/thoth/${await idOf("demoad")}`);
    const { turns, title } = body as Transcript;
    expect(title).toBe("Fatturato per regione 2025");
    expect(turns.map(({ document }) => document)).toEqual(expect.arrayContaining(["question", "schema_linking"]));
  });

  test.each([
    "/transcripts/claude/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/transcripts/thoth/%2e%2e",
    "/transcripts/claude/nowhere",
    "/transcripts/nobody/x",
    "/transcripts/claude/a%00b",
    `/transcripts/claude/${"a".repeat(4096)}`,
    "/transcripts/claude/x?around=-1",
    "/transcripts/claude/x?limit=1001",
  ])("%s is refused", async (url) => {
    const { status, text } = await open().ask("GET", url);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/\n\s+at |root:/);
  });
});

describe("the index follows the sessions", () => {
  test("a deleted session leaves it in the same request, its text out of the file too", async () => {
    const { ask, search, idOf, config } = await demo();
    const created = await run(process.execPath, [
      bundled,
      `--workspace=${config.workspace}`,
      "session",
      "new",
      "--question=Quante zebragialle abbiamo venduto?",
      "--json",
    ]);
    const { id } = JSON.parse(created.stdout) as { id: string };
    expect((await search("q=zebragialle")).hits.map(({ sessionId }) => sessionId)).toEqual([id]);
    expect((await ask("DELETE", `/sessions/${id}`)).status).toBe(204);
    for (const name of await readdir(config.home)) {
      if (!name.startsWith("sessions.db")) continue;
      const bytes = await readFile(join(config.home, name), "latin1");
      expect([name, bytes.toLowerCase().includes("zebragiall")]).toEqual([name, false]);
    }
    expect((await search("q=zebragialle")).hits).toEqual([]);
    expect(await idOf("demoad")).not.toBe("");
  });

  test("a name that is given and an archived session show in the next answer, within the moments of the last look", async () => {
    const { ask, search, idOf } = await demo();
    const id = await idOf("demoad");
    await search("q=fatturato&limit=200");
    expect((await ask("POST", `/sessions/${id}/rename`, { name: "Zebragialle vendute" })).status).toBe(200);
    expect((await search("q=zebragialle")).hits.map(({ sessionId, title }) => [sessionId, title])).toEqual([
      [id, "Zebragialle vendute"],
    ]);
    expect((await ask("POST", `/sessions/${id}/archive`)).status).toBe(200);
    expect((await search("q=zebragialle&archived=false")).hits).toEqual([]);
    expect((await search("q=zebragialle")).hits).toMatchObject([{ sessionId: id, archived: true }]);
  });

  test("switched off: no hit, and the name of the switch", async () => {
    const { workspace, search, ask } = await demo();
    await search("q=fatturato");
    const file = join(workspace, "workspace.yaml");
    await writeFile(file, `${await readFile(file, "utf8")}\nsessions_search: false\n`);
    const { hits, notice } = await search("q=fatturato");
    expect([hits, notice?.code]).toEqual([[], "switched-off"]);
    expect(notice?.text).toContain("sessions_search");
    const transcript = await ask("GET", "/transcripts/claude/11111111-2222-4333-8444-555555555555");
    expect(transcript.status).toBe(404);
  });
});
