import { once } from "node:events";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { sockets } from "../http/sockets.ts";
import { createLiveHub, liveRoutes } from "./index.ts";

async function page(options: WebSocket.ClientOptions) {
  const app = Fastify();
  const live = createLiveHub({ epoch: "e" });
  await sockets(app);
  await app.register(liveRoutes, { live, heartbeatMs: 30 });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = new WebSocket(`${url.replace("http", "ws")}/live`, options);
  await once(socket, "open");
  return { socket, live };
}

test("a page that no longer answers is let go", async () => {
  const { socket, live } = await page({ autoPong: false });
  const [code] = await once(socket, "close");
  expect(code).toBe(1006);
  await expect.poll(() => live.readers).toBe(0);
});

test("one that answers stays", async () => {
  const { socket, live } = await page({});
  for (let n = 0; n < 5; n++) await once(socket, "ping");
  expect([socket.readyState, live.readers]).toEqual([WebSocket.OPEN, 1]);
});
