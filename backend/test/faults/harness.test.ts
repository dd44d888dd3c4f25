import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorkspace, startChatServer, type TestWorkspace } from "../chat-server.ts";
import { buildServer, misbehave } from "../helper.ts";

const LONG = process.env.THOTH_FAULTS === "long";

const behaviours = {
  "prints what is no JSON": { stdout: "Traceback (most recent call last):\n  …" },
  "prints JSON of another kind": { stdout: "null" },
  "prints nothing": { stdout: "" },
  "exits with 1 and says nothing": { exit: 1 },
  "exits with 1 and says it in JSON of another kind": { exit: 1, stderr: '{"error":{"code":7,"message":[]}}' },
  "exits with 1 and names a code nobody knows": { exit: 1, stderr: '{"error":{"code":"__proto__","message":"x"}}' },
  "is killed": { signal: "SIGKILL" },
};

test.each(Object.entries(behaviours))(
  "a harness that %s: each request fails honestly, and the next one works",
  async (_name, behaviour) => {
    const { ask, workspace } = await buildServer();
    const commands = ["list", "show", "documents", "set-name", "archive", "fork", "delete"];
    await misbehave(workspace, Object.fromEntries(commands.map((verb) => [`session ${verb}`, behaviour])));
    const requests = [
      ["GET", "/sessions"],
      ["GET", "/sessions/s-1"],
      ["GET", "/sessions/s-1/documents"],
      ["GET", "/sessions/s-1/documents/question"],
      ["POST", "/sessions/s-1/rename", { name: "x" }],
      ["POST", "/sessions/s-1/archive"],
      ["POST", "/sessions/s-1/fork", {}],
    ] as const;
    for (const [method, url, body] of requests) {
      const answer = await ask(method, url, body);
      expect([url, answer.status, answer.body]).toEqual([
        url,
        502,
        expect.objectContaining({ code: "harness-failed" }),
      ]);
    }
    await misbehave(workspace, {});
    for (const [method, url, body] of requests) expect((await ask(method, url, body)).status, url).toBeLessThan(300);
  },
);

test("a harness that prints 100 MB of nothing is no harm", async () => {
  const { ask, workspace } = await buildServer();
  await misbehave(workspace, { "session show": { megabytes: 100 }, "session documents": { megabytes: 100 } });
  for (const url of ["/sessions/s-1", "/sessions/s-1/documents", "/sessions/s-1/documents/question"])
    expect(await ask("GET", url)).toMatchObject({ status: 502, body: { code: "harness-failed" } });
  expect((await ask("GET", "/sessions")).status).toBe(200);
});

let own: TestWorkspace;
beforeAll(async () => {
  own = await makeWorkspace();
}, 60_000);
afterAll(() => own.remove());

test("a harness killed in the midst of changes: what was answered with 200 stands, and nothing is half written", async () => {
  const killed = fileURLToPath(new URL("../fixtures/bin/tht-killed.mjs", import.meta.url));
  const env = { THT_BIN: JSON.stringify([process.execPath, killed]) };
  const server = await startChatServer({ workspace: own, scenario: "echo", env });
  const limit = join(own.dir, "kill-after");
  try {
    const id = await own.newSession();
    const possible = new Set<string | null>([null]);
    for (let ms = 40; ms <= 400; ms += LONG ? 20 : 60) {
      await writeFile(limit, String(ms));
      const name = `after ${ms}`;
      const answer = await server.post(`/sessions/${id}/rename`, { name });
      expect([200, 502]).toContain(answer.status);
      if (answer.status === 200) possible.clear();
      possible.add(name);
      expect(possible).toContain((await server.get(`/sessions/${id}`)).body.name);
    }
    const decision = { phase: "F1", decision: "revise", note: "più in breve", requestId: "r-1" };
    for (let ms = 40; ms <= 400; ms += LONG ? 40 : 90) {
      await writeFile(limit, String(ms));
      await own.tht("session", "decide", id, "--phase=F1", "--decision=revise", "--note=più in breve", "--key=r-1");
      expect([200, 502]).toContain((await server.post(`/sessions/${id}/decide`, decision)).status);
    }
    await rm(limit);
    expect((await server.post(`/sessions/${id}/decide`, decision)).status).toBe(200);
    expect((await own.ledger(id)).trim().split("\n")).toHaveLength(1);
  } finally {
    await server.close();
  }
}, 120_000);

test("a harness that dies after it made a session, or a fork: that one is the answer, and there is no second one", async () => {
  const tht = fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url));
  const script =
    'case "$*" in *"session new"*|*"session fork"*) "$0" "$@" >/dev/null; kill -9 $$;; *) exec "$0" "$@";; esac';
  const env = { THT_BIN: JSON.stringify(["sh", "-c", script, process.execPath, tht]) };
  const server = await startChatServer({ workspace: own, scenario: "echo", env });
  try {
    const before = await own.tht<{ id: string }[]>("session", "list");
    const question = "Una domanda sola?";
    const { status, body } = await server.post("/sessions", { question, name: "una" });
    expect([status, body]).toEqual([201, expect.objectContaining({ question, name: "una" })]);
    await server.reaches(String(body.id), "idle");
    const after = await own.tht<{ id: string }[]>("session", "list");
    expect(after.length).toBe(before.length + 1);
    const fork = await server.post(`/sessions/${body.id}/fork`, { name: "copia" });
    expect([fork.status, fork.body]).toEqual([201, expect.objectContaining({ question, name: "copia" })]);
    expect(await own.tht("session", "list")).toHaveLength(before.length + 2);
  } finally {
    await server.close();
  }
}, 60_000);
