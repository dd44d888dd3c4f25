import { spawnSync } from "node:child_process";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeWorkspace, type TestWorkspace } from "../chat-server.ts";
import { startServerProcess } from "../server-process.ts";

// Limits and mounts of a name space of its own, where the system lets a test make one: the real thing, for this server alone.
const canUnshare = spawnSync("unshare", ["-Urm", "true"]).status === 0;

// The server ends with the standard input. Orders come as lines: `ro` and `rw` for the folder of the sessions.
const RUN = `
  "$@" </dev/null &
  server=$!
  trap 'kill -KILL $server' EXIT
  while read -r order; do mount -o "remount,bind,$order" "$SESSIONS"; done
`;
const MOUNTED = `mount --bind "$SESSIONS" "$SESSIONS" ${RUN}`;
const LIMITED = `echo 3 > /proc/sys/user/max_inotify_watches ${RUN}`;

let workspace: TestWorkspace;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  workspace = await makeWorkspace();
});
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
  await workspace.remove();
});

async function serve(env: Record<string, string>, script: string) {
  const server = await startServerProcess(workspace, env, ["unshare", "-Urm", "sh", "-c", script, "sh"]);
  cleanUp.push(() => server.hangUp());
  return server;
}

test.skipIf(!canUnshare)(
  "a workspace that becomes read-only underneath is read on, refuses changes with the reason, and works when that is over",
  async () => {
    const id = await workspace.newSession();
    const server = await serve({ SESSIONS: join(workspace.dir, "sessions") }, MOUNTED);
    expect((await server.post(`/sessions/${id}/rename`, { name: "prima" })).status).toBe(200);

    server.tell("ro");
    await server.until(async () => {
      const { status, body } = await server.post(`/sessions/${id}/rename`, { name: "durante" });
      expect([status, body.code]).toEqual([500, "write-failed"]);
      expect(body.detail).toMatch(/read-only|EROFS/);
    });
    const changes = [
      [`/sessions/${id}/archive`, undefined],
      [`/sessions/${id}/decide`, { phase: "F1", decision: "approve" }],
      [`/sessions/${id}/fork`, {}],
      ["/sessions", { question: "Un'altra?" }],
    ] as const;
    for (const [url, body] of changes) {
      const answer = await server.post(url, body);
      expect([url, answer.status], JSON.stringify(answer.body)).toEqual([url, expect.toBeOneOf([409, 500])]);
    }
    expect(await server.get(`/sessions?ids=${id}`)).toMatchObject({ status: 200, body: [{ id, name: "prima" }] });
    expect((await server.get(`/sessions/${id}/documents`)).status).toBe(200);

    server.tell("rw");
    await server.until(async () =>
      expect((await server.post(`/sessions/${id}/rename`, { name: "dopo" })).status).toBe(200),
    );
    expect(await workspace.tht("session", "list")).toMatchObject([{ id, name: "dopo" }]);
  },
  60_000,
);

test.skipIf(!canUnshare)(
  "at the system's limit of watched folders changes made outside show all the same",
  async () => {
    const ids = await Promise.all(["uno", "due", "tre", "quattro"].map((word) => workspace.newSession(`${word}?`)));
    const server = await serve({}, LIMITED);
    expect((await server.get("/sessions")).body).toHaveLength(ids.length);
    for (const id of ids) await workspace.tht("session", "set-name", id, `--name=fuori ${id}`);
    await server.until(async () => {
      const { body } = await server.get("/sessions");
      expect(body.map(({ name }: { name: string }) => name).sort()).toEqual(ids.map((id) => `fuori ${id}`).sort());
    }, 10_000);
    await rename(join(workspace.dir, "sessions", ids[0] as string), join(workspace.base, "tolta"));
    await server.until(async () => expect((await server.get("/sessions")).body).toHaveLength(ids.length - 1), 10_000);
  },
  60_000,
);
