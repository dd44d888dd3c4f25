import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { makeWorkspace, startChatServer, type TestWorkspace } from "../chat-server.ts";
import { buildServer, TOKEN } from "../helper.ts";

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await makeWorkspace();
}, 60_000);
afterAll(() => workspace.remove());

/** Processes that name the workspace in their environment, such as agents and what they started. */
function processesOf(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
        return environment.includes("THOTH_SESSION=") && environment.includes(folder);
      } catch {
        return false;
      }
    });
}

test("many sessions resumed at once: as many agents as there may be, the rest refused, and none left after the stop", async () => {
  const server = await startChatServer({ workspace, scenario: "slow", maxAgents: 3 });
  const ids = await Promise.all(Array.from({ length: 24 }, () => workspace.newSession()));
  const answers = await Promise.all(ids.flatMap((id) => [id, id]).map((id) => server.post(`/sessions/${id}/resume`)));
  const codes = answers.map(({ status, body }) => body.code ?? status);
  const count = (code: unknown) => codes.filter((each) => each === code).length;
  expect([count(202), count(202) + count("already_running") + count("too_many_agents")]).toEqual([3, 48]);
  expect(processesOf(workspace.dir).length).toBeLessThanOrEqual(3);
  await server.close();
  expect(processesOf(workspace.dir)).toEqual([]);
  for (const id of ids) expect(await workspace.ledger(id)).toBe("");
}, 120_000);

describe("connections", () => {
  const files = () => readdirSync("/proc/self/fd").length;

  test("that come and go leave nothing open", async () => {
    const { listen, services } = await buildServer();
    const url = (await listen()).replace("http", "ws");
    const before = files();
    for (let round = 0; round < 10; round++) {
      const opened = Array.from({ length: 50 }, () => {
        const socket = new WebSocket(`${url}/live`, { headers: { authorization: `Bearer ${TOKEN}` } });
        socket.on("error", () => {});
        return new Promise((resolve) => {
          socket.on("close", resolve);
          socket.on("open", () => {
            socket.send('{"type":"subscribe","topic":"events"}');
            socket.terminate();
          });
        });
      });
      await Promise.all(opened);
    }
    await expect.poll(() => services.live.readers).toBe(0);
    await expect.poll(files).toBeLessThan(before + 5);
  });

  test("that talk nonsense and never hang up are hung up on", async () => {
    const { listen, app } = await buildServer();
    const { port } = new URL(await listen());
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => {});
      socket.write("\0 nonsense\r\n\r\n");
      return socket;
    });
    const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(50);
    await expect.poll(open).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  test("that begin an upgrade or a body and say no more hold up neither others nor the stop", async () => {
    const { listen, app } = await buildServer();
    const { port, host } = new URL(await listen());
    const head = `Host: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\n`;
    const begun = [
      `GET /live HTTP/1.1\r\n${head}Upgrade: websocket\r\n`,
      `POST /sessions/s-1/rename HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      "GET / HT",
      "",
    ];
    const sockets = Array.from({ length: 200 }, (_, n) => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(begun[n % begun.length] ?? "");
      return new Promise((resolve) => socket.on("close", resolve));
    });
    expect((await fetch(`http://${host}/healthz`)).status).toBe(200);
    const at = performance.now();
    await app.close();
    await Promise.all(sockets);
    expect(performance.now() - at).toBeLessThan(10_000);
  });
});
