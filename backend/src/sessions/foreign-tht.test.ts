import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SessionDocuments } from "../../api/documents.ts";
import { SessionDetail, SessionList, SessionSummary } from "../../api/sessions.ts";
import { Workspace } from "../../api/workspace.ts";
import { type AtEnd, buildServer, fixture, type ServerSetup, shared } from "../../test/helper.ts";

const foreignBin = fixture("foreign-tht");

const session = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  status: "open",
  question: "Quanti clienti?",
  summary: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  author: "ada",
  archived: false,
  group: null,
  name: null,
  ...more,
});

/** The server over a harness that has only the commands of session management. */
async function foreign(
  sessions: Record<string, unknown>[] = [session("s-1")],
  env: Record<string, string> = {},
  atEnd?: AtEnd,
) {
  const setup: ServerSetup = {
    tht: "foreign-tht",
    env,
    async prepare(workspace) {
      await mkdir(join(workspace, "sessions"), { recursive: true });
      for (const one of sessions) await writeFile(join(workspace, "sessions", `${one.id}.json`), JSON.stringify(one));
    },
  };
  const server = await buildServer(setup, atEnd);
  const stored = async (id: string) =>
    JSON.parse(await readFile(join(server.workspace, "sessions", `${id}.json`), "utf8"));
  return { ...server, stored };
}

describe("the five capabilities work", () => {
  test("read: the list, one session, its documents", async () => {
    const { ask } = await foreign([session("s-1"), session("s-2", { updated_at: "2026-02-01T00:00:00.000Z" })]);
    const list = await ask("GET", "/sessions");
    expect([...Value.Errors(SessionList, list.body)]).toEqual([]);
    expect((list.body as { id: string }[]).map((row) => row.id)).toEqual(["s-2", "s-1"]);
    const detail = await ask("GET", "/sessions/s-1");
    expect([...Value.Errors(SessionDetail, detail.body)]).toEqual([]);
    const documents = await ask("GET", "/sessions/s-1/documents?all=1");
    expect([...Value.Errors(SessionDocuments, documents.body)]).toEqual([]);
    expect(documents.body).toMatchObject([
      { key: "question", content: "Quanti clienti?" },
      { key: "decisions", content: expect.stringContaining('"decision": "approve"') },
    ]);
    expect((await ask("GET", "/sessions/s-1/documents/question")).text).toBe("Quanti clienti?");
  });

  test("rename, group, archive, restore: the row is read again", async () => {
    const { ask, stored } = await foreign();
    const renamed = await ask("POST", "/sessions/s-1/rename", { name: "--help" }, { "x-thoth-by": "Bo" });
    expect([...Value.Errors(SessionSummary, renamed.body)]).toEqual([]);
    expect(renamed.body).toMatchObject({ id: "s-1", name: "--help", unread: false });
    expect((await ask("POST", "/sessions/s-1/group", { group: "Vendite" })).body).toMatchObject({ group: "Vendite" });
    expect((await ask("POST", "/sessions/s-1/archive")).body).toMatchObject({ archived: true, resumable: false });
    expect(await stored("s-1")).toMatchObject({ name: "--help", group: "Vendite", archived: true });
    expect((await ask("POST", "/sessions/s-1/group", { group: "" })).body).toMatchObject({ group: null });
    expect((await ask("POST", "/sessions/s-1/unarchive")).body).toMatchObject({ archived: false, resumable: true });
  });

  test("delete", async () => {
    const { ask } = await foreign();
    expect((await ask("DELETE", "/sessions/s-1")).status).toBe(204);
    expect((await ask("GET", "/sessions")).body).toEqual([]);
  });
});

describe("its phase, however it says it", () => {
  const phase = { code: "F4", index: 4, of: 8, name: "schema_linking", title: "Schema linking", complete: false };
  test.each(["code", "number", "object"])("as a %s", async (kind) => {
    const { ask } = await foreign([session("s-1")], {
      THT_BIN: JSON.stringify(["env", `FOREIGN_PHASE=${kind}`, foreignBin]),
    });
    expect((await ask("GET", "/sessions/s-1")).body).toMatchObject({ phase });
  });
});

describe("its plain-text errors", () => {
  const open = shared((atEnd) => foreign(undefined, {}, atEnd));

  test.each([
    ["GET", "/sessions/nope", undefined],
    ["GET", "/sessions/nope/documents", undefined],
    ["POST", "/sessions/nope/rename", { name: "x" }],
    ["POST", "/sessions/nope/archive", undefined],
    ["DELETE", "/sessions/nope", undefined],
  ] as const)("%s %s of a session that is not there is 404", async (method, url, body) => {
    const { ask } = open();
    expect((await ask(method, url, body)).body).toMatchObject({ status: 404, code: "session-not-found" });
  });

  test("a failure on a session that is there is 502 with what it printed", async () => {
    const { ask } = await foreign([session("s-1", { locked: true }), session("s-2", { broken: true })]);
    expect((await ask("DELETE", "/sessions/s-1")).body).toMatchObject({
      code: "harness-failed",
      detail: expect.stringContaining("permission denied"),
    });
    expect((await ask("GET", "/sessions/s-2")).body).toMatchObject({
      code: "harness-failed",
      detail: expect.stringContaining("boom"),
    });
  });
});

describe("what it lacks is said plainly", () => {
  const open = shared((atEnd) => foreign(undefined, {}, atEnd));

  test("in the workspace", async () => {
    const { ask } = open();
    const { body } = await ask("GET", "/workspace");
    expect([...Value.Errors(Workspace, body)]).toEqual([]);
    expect(body).toMatchObject({
      foreign: true,
      missing: ["new", "chat", "decide", "fork", "status", "original-documents"],
    });
  });

  test.each(["fork", "finalize", "close", "reopen"])("by the route %s", async (verb) => {
    const { ask } = open();
    expect((await ask("POST", `/sessions/s-1/${verb}`, {})).body).toMatchObject({ status: 501, code: "not-supported" });
  });
});

test("what another program changes is seen without a watch", async () => {
  const { ask, services, stored, workspace } = await foreign();
  const ids: unknown[] = [];
  const leave = services.live.addReader();
  services.live.subscribe(
    "events",
    { buffered: () => 0, send: (text) => ids.push(JSON.parse(text).data.ids) },
    undefined,
    () => {},
  );
  await ask("GET", "/sessions");
  await writeFile(join(workspace, "sessions/s-1.json"), JSON.stringify({ ...(await stored("s-1")), name: "da fuori" }));
  await expect.poll(() => ids).toContainEqual(["s-1"]);
  expect((await ask("GET", "/sessions")).body).toMatchObject([{ name: "da fuori" }]);
  await rm(join(workspace, "sessions/s-1.json"));
  await expect.poll(async () => (await ask("GET", "/sessions")).body).toEqual([]);
  leave();
});
