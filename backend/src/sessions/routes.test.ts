import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SessionDocuments } from "../../api/documents.ts";
import { Problem } from "../../api/problem.ts";
import { SessionDetail, SessionList, SessionSummary } from "../../api/sessions.ts";
import { Workspace } from "../../api/workspace.ts";
import { buildServer, misbehave, shared, TOKEN } from "../../test/helper.ts";
import { noAgents } from "./agent-port.ts";

const by = { "x-thoth-by": "Niccol%C3%B2%20%3B%20rm" };

describe("each route is one command of the harness", () => {
  const open = shared((atEnd) => buildServer({}, atEnd));

  test.each([
    ["GET", "/sessions", undefined, [["session", "list", "--json"]], 200],
    ["GET", "/sessions/s-1", undefined, [["session", "show", "s-1", "--json"]], 200],
    ["GET", "/sessions/s-1/documents", undefined, [["session", "documents", "s-1", "--json"]], 200],
    ["GET", "/sessions/s-1/documents?all=1", undefined, [["session", "documents", "s-1", "--all", "--json"]], 200],
    ["POST", "/sessions/s-1/rename", { name: "--help" }, [["session", "set-name", "s-1", "--name=--help"]], 200],
    ["POST", "/sessions/s-1/rename", { name: "" }, [["session", "set-name", "s-1", "--name="]], 200],
    ["POST", "/sessions/s-1/group", { group: "; rm -rf" }, [["session", "set-group", "s-1", "--group=; rm -rf"]], 200],
    ["POST", "/sessions/s-1/archive", undefined, [["session", "archive", "s-1"]], 200],
    ["POST", "/sessions/s-1/unarchive", undefined, [["session", "unarchive", "s-1"]], 200],
    ["POST", "/sessions/s-1/finalize", undefined, [["session", "finalize", "s-1"]], 200],
    ["POST", "/sessions/s-1/close", {}, [["session", "close", "s-1"]], 200],
    ["POST", "/sessions/s-1/reopen", {}, [["session", "reopen", "s-1"]], 200],
    ["POST", "/sessions/s-1/fork", { at: "F2", name: "b" }, [["session", "fork", "s-1", "--at=F2", "--name=b"]], 201],
    ["POST", "/sessions/s-1/fork", {}, [["session", "fork", "s-1"]], 201],
    ["DELETE", "/sessions/s-1", undefined, [["session", "delete", "s-1"]], 204],
  ] as const)("%s %s %j", async (method, url, body, expected, status) => {
    const server = open();
    server.services.sessions.touched();
    const before = (await server.calls()).length;
    const answer = await server.ask(method, url, body, by);
    const changes = method !== "GET";
    expect(answer.status).toBe(status);
    expect((await server.calls()).slice(before).map((call) => call.args)).toEqual(
      expected.map((args) => (changes ? [...args, "--by=Niccolò ; rm", "--json"] : args)),
    );
  });

  test("without a name the harness's author stands", async () => {
    const server = await buildServer();
    await server.ask("POST", "/sessions/s-1/archive");
    expect((await server.calls()).map((call) => call.args)).toEqual([["session", "archive", "s-1", "--json"]]);
  });

  test("the harness runs in the workspace and gets none of the user's secrets", async () => {
    const env = { OPENAI_API_KEY: "sk-secret", THT_AGENT: "1", NODE_OPTIONS: "" };
    const server = await buildServer({ env });
    await server.ask("GET", "/sessions/s-1");
    const [call] = await server.calls();
    expect(call?.cwd).toBe(server.workspace);
    expect(call?.env).toMatchObject({ THT_WORKSPACE: server.workspace, PATH: process.env.PATH });
    expect(Object.keys(call?.env ?? {})).not.toEqual(expect.arrayContaining(["OPENAI_API_KEY"]));
    expect(Object.keys(call?.env ?? {})).not.toEqual(expect.arrayContaining(["THT_AGENT"]));
    expect(Object.keys(call?.env ?? {})).not.toEqual(expect.arrayContaining(["THOTH_TOKEN"]));
  });
});

describe("answers are as documented", () => {
  const open = shared((atEnd) => buildServer({}, atEnd));

  test.each([
    ["/sessions", SessionList],
    ["/sessions?ids=s-1,other", SessionList],
    ["/sessions/s-1", SessionDetail],
    ["/sessions/s-1/documents", SessionDocuments],
    ["/workspace", Workspace],
    ["/nowhere", Problem],
  ] as const)("GET %s", async (url, schema) => {
    const server = open();
    const { body } = await server.ask("GET", url);
    expect([...Value.Errors(schema, body)]).toEqual([]);
  });

  test("a mutator answers with the row, the detail keeps members nobody knows", async () => {
    const server = open();
    const renamed = await server.ask("POST", "/sessions/s-1/rename", { name: "x" });
    expect([...Value.Errors(SessionSummary, renamed.body)]).toEqual([]);
    expect((await server.ask("GET", "/sessions/s-1")).body).toMatchObject({
      kept_as_is: 1,
      unread: false,
      runtime: null,
    });
  });

  test("the list can be narrowed to ids, many too", async () => {
    const server = await buildServer();
    const url = await server.listen();
    const headers = { authorization: `Bearer ${TOKEN}` };
    const narrowed = async (ids: string[]) => (await fetch(`${url}/sessions?ids=${ids.join(",")}`, { headers })).json();
    expect(await narrowed(["none"])).toEqual([]);
    const many = Array.from({ length: 2500 }, (_, n) => `20260103-101500-${n}`);
    expect(await narrowed([...many, "s-1"])).toMatchObject([{ id: "s-1" }]);
  });
});

describe("the list", () => {
  test("is asked for once while nothing changes, and anew after a change", async () => {
    const server = await buildServer();
    await Promise.all([1, 2, 3].map(() => server.ask("GET", "/sessions")));
    await server.ask("GET", "/sessions");
    expect((await server.calls()).length).toBe(1);
    await server.ask("POST", "/sessions/s-1/archive");
    await server.ask("GET", "/sessions");
    expect((await server.calls()).map((call) => call.args[1])).toEqual(["list", "archive", "list"]);
  });

  test("carries a tag, and who has it gets 304", async () => {
    const server = await buildServer();
    const first = await server.ask("GET", "/sessions");
    const etag = String(first.headers.etag);
    const again = await server.ask("GET", "/sessions", undefined, { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    await server.ask("POST", "/sessions/s-1/seen", { at: "2026-01-03T00:00:00Z" });
    const runtime = { kind: "pi", state: "running", since: "2026-01-01T00:00:00.000Z" } as const;
    server.services.sessions.attachAgents({ ...noAgents, runtime: () => runtime });
    server.services.sessions.runtimeChanged("s-1");
    const changed = await server.ask("GET", "/sessions", undefined, { "if-none-match": etag });
    expect([changed.status, changed.body]).toMatchObject([200, [{ id: "s-1", runtime }]]);
  });

  test("is compressed when long, and questions are cut at 300 graphemes", async () => {
    const question = "👩‍👩‍👧".repeat(400);
    const rows = Array.from({ length: 100 }, (_, n) => ({
      id: `s-${n}`,
      question,
      updated_at: "2026-01-01T00:00:00Z",
    }));
    const server = await buildServer({
      prepare: (workspace) => writeFile(join(workspace, "rows.json"), JSON.stringify(rows)),
    });
    const plain = await server.ask("GET", "/sessions");
    const cut = (plain.body as { question: string }[])[0]?.question;
    expect(cut).toBe(`${"👩‍👩‍👧".repeat(300)}…`);
    const compressed = await server.bare({
      url: "/sessions",
      headers: { authorization: `Bearer ${TOKEN}`, "accept-encoding": "gzip, br" },
    });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(compressed.rawPayload.length).toBeLessThan(plain.text.length / 20);
  });
});

describe("what was seen", () => {
  const rows = (at: string) => (workspace: string) =>
    writeFile(join(workspace, "rows.json"), JSON.stringify([{ id: "s-1", status: "open", activity_at: at }]));
  const unread = async (server: Awaited<ReturnType<typeof buildServer>>) =>
    ((await server.ask("GET", "/sessions")).body as { unread: boolean }[])[0]?.unread;

  test("activity after the last look is unread, until it is looked at", async () => {
    const server = await buildServer({ prepare: rows("2099-01-01T00:00:00.000Z") });
    expect(await unread(server)).toBe(true);
    await rows("2020-01-01T00:00:00.000Z")(server.workspace);
    server.services.sessions.touched("s-1");
    expect(await unread(server)).toBe(false);
  });

  test("a person can have it unread again; an earlier look alone, told late, changes nothing", async () => {
    const server = await buildServer({ prepare: rows("2026-03-01T00:00:00.000Z") });
    const seen = (body: object) => server.ask("POST", "/sessions/s-1/seen", body);
    await seen({ at: "2026-03-01T00:00:00.000Z" });
    await seen({ at: "2026-02-28T00:00:00.000Z" });
    expect(await unread(server)).toBe(false);
    expect((await seen({ at: "2026-02-28T00:00:00.000Z", unread: true })).status).toBe(204);
    expect(await unread(server)).toBe(true);
    await seen({ at: "2026-03-01T00:00:00.000Z" });
    expect(await unread(server)).toBe(false);
  });

  test("nothing is kept of a session that was deleted", async () => {
    const server = await buildServer({ prepare: rows("2026-03-01T00:00:00.000Z") });
    const kept = async () => JSON.parse(await readFile(join(server.workspace, ".thoth", "seen.json"), "utf8")).seen;
    await server.ask("POST", "/sessions/s-1/seen", { at: "2026-03-01T00:00:00.000Z" });
    expect(Object.keys(await kept())).toEqual(["s-1"]);
    expect((await server.ask("DELETE", "/sessions/s-1")).status).toBe(204);
    expect(await kept()).toEqual({});
  });

  test("marking needs a time and a session, and a time to come hides nothing that is yet to happen", async () => {
    const server = await buildServer({ prepare: rows("2026-03-01T00:00:00.000Z") });
    expect((await server.ask("POST", "/sessions/s-1/seen", { at: "soon" })).body).toMatchObject({
      code: "invalid-request",
    });
    expect((await server.ask("POST", "/sessions/s-2/seen", { at: "2026-01-01T00:00:00Z" })).status).toBe(404);
    expect((await server.ask("POST", "/sessions/s-1/seen", { at: "2099-01-01T00:00:00Z" })).status).toBe(204);
    expect(await unread(server)).toBe(false);
    await rows("2098-01-01T00:00:00.000Z")(server.workspace);
    server.services.sessions.touched("s-1");
    expect(await unread(server)).toBe(true);
  });

  test("what happened by a clock that was ahead can be seen", async () => {
    const server = await buildServer({ prepare: rows("2098-01-01T00:00:00.000Z") });
    expect(await unread(server)).toBe(true);
    await server.ask("POST", "/sessions/s-1/seen", { at: "2098-01-01T00:00:00.000Z" });
    expect(await unread(server)).toBe(false);
  });
});

describe("a live agent", () => {
  function recordedAgents(server: Awaited<ReturnType<typeof buildServer>>) {
    const log: string[] = [];
    const note = (what: string) => async (id: string) => {
      log.push(`${what} ${id} after ${(await server.calls()).length} commands`);
    };
    server.services.sessions.attachAgents({ ...noAgents, stop: note("stop"), forget: note("forget") });
    return log;
  }

  test("is stopped before its session is archived", async () => {
    const server = await buildServer();
    const log = recordedAgents(server);
    await server.ask("POST", "/sessions/s-1/archive");
    expect(log).toEqual(["stop s-1 after 0 commands"]);
  });

  test("is stopped before its session is deleted, and forgotten after", async () => {
    const server = await buildServer();
    const log = recordedAgents(server);
    expect((await server.ask("DELETE", "/sessions/s-1")).status).toBe(204);
    expect(log).toEqual(["stop s-1 after 0 commands", "forget s-1 after 1 commands"]);
  });

  test("is not forgotten when the deletion fails", async () => {
    const server = await buildServer();
    const log = recordedAgents(server);
    await misbehave(server.workspace, { "session delete": { exit: 1, stderr: "disk full" } });
    expect((await server.ask("DELETE", "/sessions/s-1")).status).toBe(502);
    expect(log).toEqual(["stop s-1 after 0 commands"]);
  });

  test("one session's operations wait for each other, another's do not", async () => {
    const server = await buildServer();
    const stopping = Promise.withResolvers<void>();
    server.services.sessions.attachAgents({
      ...noAgents,
      stop: (id) => (id === "s-1" ? stopping.promise : noAgents.stop(id)),
    });
    const archived = server.ask("POST", "/sessions/s-1/archive");
    const renamed = server.ask("POST", "/sessions/s-1/rename", { name: "x" });
    await server.ask("POST", "/sessions/s-2/archive");
    stopping.resolve();
    await Promise.all([archived, renamed]);
    expect((await server.calls()).map((call) => call.args.slice(1, 3).join(" "))).toEqual([
      "archive s-2",
      "archive s-1",
      "set-name s-1",
    ]);
  });
});

describe("one document, whole", () => {
  test("is asked for without a limit and comes as a download", async () => {
    const server = await buildServer();
    const answer = await server.ask("GET", "/sessions/s-1/documents/question");
    expect(answer).toMatchObject({
      status: 200,
      text: "Quanti clienti?",
      headers: { "content-disposition": 'attachment; filename="s-1-question.txt"' },
    });
    expect((await server.calls()).map((call) => call.args)).toEqual([
      ["session", "documents", "s-1", "--all", "--key=question", "--max-bytes=0", "--json"],
    ]);
  });

  test("one that does not exist is 404", async () => {
    const server = await buildServer({ prepare: (workspace) => writeFile(join(workspace, "documents.json"), "[]") });
    expect((await server.ask("GET", "/sessions/s-1/documents/sql_final")).body).toMatchObject({
      code: "document-not-found",
    });
  });
});
