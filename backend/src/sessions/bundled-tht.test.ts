import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SessionDocuments as Documents } from "../../api/documents.ts";
import type { ServerFrame } from "../../api/live.ts";
import { SessionDetail, SessionList, SessionSummary } from "../../api/sessions.ts";
import { Workspace } from "../../api/workspace.ts";
import { buildServer } from "../../test/helper.ts";
import { readConfig } from "../config.ts";

/** The server over the harness that comes with it, and that harness by hand, as another program would use it. */
async function bundled(furnish?: (workspace: string, begin: (question: string) => Promise<string>) => Promise<void>) {
  const server = await buildServer({
    env: { THT_BIN: "" },
    async prepare(workspace) {
      await rm(workspace, { recursive: true });
      const { tht } = readConfig({ flags: {}, env: {}, cwd: "/" });
      const [program = "", ...first] = tht;
      await execa(program, [...first, "workspace", "init", workspace]);
      await mkdir(join(workspace, ".thoth"));
      await furnish?.(workspace, async (question) => {
        const args = [`--workspace=${workspace}`, "session", "new", `--question=${question}`, "--json"];
        return JSON.parse((await execa(program, [...first, ...args])).stdout).id;
      });
    },
  });
  const [program = "", ...first] = server.config.tht;
  const tht = async (...args: string[]) =>
    JSON.parse((await execa(program, [...first, `--workspace=${server.workspace}`, ...args, "--json"])).stdout);
  const create = async (question: string): Promise<string> =>
    (await tht("session", "new", `--question=${question}`)).id;
  return { ...server, tht, create };
}

const errors = (schema: TSchema, value: unknown) => [...Value.Errors(schema, value)];

test("the whole of managing a session", async () => {
  const { ask, create } = await bundled();
  const id = await create("Quanto abbiamo venduto nel 2025? — «è» 😀");
  const list = await ask("GET", "/sessions");
  expect(errors(SessionList, list.body)).toEqual([]);
  expect(list.body).toMatchObject([{ id, unread: true, phase: { code: "F1", of: 8 } }]);
  expect(errors(Workspace, (await ask("GET", "/workspace")).body)).toEqual([]);
  expect((await ask("GET", "/workspace")).body).toMatchObject({ foreign: false, missing: [] });

  const by = { "x-thoth-by": encodeURIComponent("Niccolò") };
  const renamed = await ask("POST", `/sessions/${id}/rename`, { name: " --help; rm -rf / " }, by);
  expect(errors(SessionSummary, renamed.body)).toEqual([]);
  expect(renamed.body).toMatchObject({ name: "--help; rm -rf /" });
  expect((await ask("POST", `/sessions/${id}/group`, { group: "Vendite" })).body).toMatchObject({ group: "Vendite" });
  expect((await ask("POST", `/sessions/${id}/group`, { group: "" })).body).toMatchObject({ group: null });
  const detail = await ask("GET", `/sessions/${id}`);
  expect(errors(SessionDetail, detail.body)).toEqual([]);
  expect((await ask("GET", `/sessions/${id}/documents`)).body).toMatchObject([{ key: "question" }]);

  const { activity_at } = detail.body as SessionDetail;
  expect((await ask("POST", `/sessions/${id}/seen`, { at: activity_at })).status).toBe(204);
  expect((await ask("GET", "/sessions")).body).toMatchObject([{ id, unread: false, name: "--help; rm -rf /" }]);

  const forked = await ask("POST", `/sessions/${id}/fork`, {});
  expect([forked.status, forked.body]).toMatchObject([201, { name: "--help; rm -rf / (2)" }]);
  expect((await ask("POST", `/sessions/${id}/archive`)).body).toMatchObject({ archived: true, resumable: false });
  expect((await ask("POST", `/sessions/${id}/finalize`)).body).toMatchObject({ status: 409, code: "read-only" });
  expect((await ask("POST", `/sessions/${id}/unarchive`)).body).toMatchObject({ archived: false });
  expect((await ask("POST", `/sessions/${id}/finalize`)).body).toMatchObject({ status: 409, code: "not-complete" });
  expect((await ask("POST", `/sessions/${id}/close`)).body).toMatchObject({ status: "closed" });
  expect((await ask("POST", `/sessions/${id}/reopen`)).body).toMatchObject({ status: "open" });
  expect((await ask("POST", `/sessions/${id}/rename`, { name: "x".repeat(201) })).body).toMatchObject({
    code: "invalid-name",
  });

  expect((await ask("DELETE", `/sessions/${id}`)).status).toBe(204);
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/documents"],
    ["DELETE", ""],
    ["POST", "/archive"],
  ] as const)
    expect((await ask(method, `/sessions/${id}${path}`)).body).toMatchObject({
      status: 404,
      code: "session-not-found",
    });
  expect(((await ask("GET", "/sessions")).body as unknown[]).length).toBe(1);
});

test("a broken manifest is a row that says so, can be read and deleted, and hides no other", async () => {
  const { ask, create, workspace } = await bundled();
  const good = await create("Buona?");
  const bad = await create("Rotta?");
  await writeFile(join(workspace, "sessions", bad, "session_manifest.yaml"), "name: [unclosed");
  const list = await ask("GET", "/sessions");
  expect(errors(SessionList, list.body)).toEqual([]);
  const rows = list.body as SessionSummary[];
  expect(rows.map((row) => [row.id, row.problem?.severity ?? null]).sort()).toEqual(
    [
      [good, null],
      [bad, "error"],
    ].sort(),
  );
  expect(errors(SessionDetail, (await ask("GET", `/sessions/${bad}`)).body)).toEqual([]);
  const documents = await ask("GET", `/sessions/${bad}/documents`);
  expect(errors(Documents, documents.body)).toEqual([]);
  expect(documents.body).toMatchObject([{ content: "name: [unclosed" }]);
  expect((await ask("DELETE", `/sessions/${bad}`)).status).toBe(204);
});

test("a long document is cut in the panel and whole in the download", async () => {
  const { ask, create, workspace } = await bundled();
  const id = await create("Lunga?");
  const text = `${"riga — è 😀\n".repeat(300_000)}fine`;
  await writeFile(join(workspace, "sessions", id, "question.md"), text);
  const documents = (await ask("GET", `/sessions/${id}/documents`)).body as SessionDocuments;
  const shown = documents.find((document) => document.key === "revised_question");
  expect(shown).toMatchObject({ truncated: true, bytes: Buffer.byteLength(text) });
  expect(Buffer.byteLength(shown?.content ?? "")).toBeLessThanOrEqual(1024 * 1024);
  const whole = await ask("GET", `/sessions/${id}/documents/revised_question`);
  expect(whole.headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(whole.text === text).toBe(true);
});

test("a server that starts, is read from and stops changes no byte of any session, however old", async () => {
  const files: Record<string, string> = {};
  const longAgo = new Date("2015-01-01T00:00:00Z");
  async function read(workspace: string): Promise<Record<string, string>> {
    const root = join(workspace, "sessions");
    const paths = (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.slice(root.length + 1).startsWith("."));
    const read = paths.map(async (path) => [path.slice(root.length), await readFile(path, "utf8")]);
    return Object.fromEntries(await Promise.all(read));
  }
  const { ask, workspace, app, listen } = await bundled(async (workspace, tht) => {
    const [kept, archived, broken] = [await tht("uno"), await tht("due"), await tht("tre")];
    const manifest = (id: string) => join(workspace, "sessions", id, "session_manifest.yaml");
    await writeFile(manifest(archived), (await readFile(manifest(archived), "utf8")).replace("false", "true"));
    await writeFile(manifest(broken), "name: [");
    await writeFile(join(workspace, "sessions", kept, "review_decisions.jsonl"), '{"torn');
    for (const id of [kept, archived, broken]) await utimes(manifest(id), longAgo, longAgo);
    Object.assign(files, await read(workspace));
  });
  await listen();
  const rows = (await ask("GET", "/sessions")).body as SessionSummary[];
  expect(rows.map(({ archived, problem }) => [archived, problem?.severity ?? null]).sort()).toEqual(
    [
      [true, null],
      [false, "warning"],
      [false, "error"],
    ].sort(),
  );
  for (const { id } of rows) {
    await ask("GET", `/sessions/${id}`);
    await ask("GET", `/sessions/${id}/documents`);
    await ask("POST", `/sessions/${id}/seen`, { at: "2026-11-30T10:00:00.000Z" });
  }
  await app.close();
  expect(await read(workspace)).toEqual(files);
});

type SessionDocuments = { key: string; content: string; truncated?: boolean; bytes?: number }[];

describe("what another program does shows within five seconds", () => {
  test("new, renamed, decided, edited by hand, deleted", async () => {
    const { ask, create, tht, services, workspace } = await bundled();
    const ids = new Set<string>();
    services.live.subscribe(
      "events",
      {
        buffered: () => 0,
        send: (text) => {
          const frame = JSON.parse(text) as ServerFrame;
          if (frame.event === "sessions") for (const id of (frame.data as { ids: string[] }).ids) ids.add(id);
        },
      },
      undefined,
      () => {},
    );
    const told = async (id: string) => {
      await expect.poll(() => ids.has(id)).toBe(true);
      ids.clear();
    };
    const rows = async () => (await ask("GET", "/sessions")).body as SessionSummary[];
    expect(await rows()).toEqual([]);

    const id = await create("Da fuori?");
    await told(id);
    expect(await rows()).toMatchObject([{ id }]);
    await tht("session", "set-name", id, "--name=Nuovo nome");
    await told(id);
    expect(await rows()).toMatchObject([{ name: "Nuovo nome" }]);
    await tht("session", "decide", id, "--phase=F1", "--decision=approve");
    await told(id);
    expect(await rows()).toMatchObject([{ phase: { code: "F2" } }]);
    await appendFile(join(workspace, "sessions", id, "context.md"), "# A mano\n");
    await told(id);
    await tht("session", "delete", id);
    await told(id);
    expect(await rows()).toEqual([]);
  });
});
