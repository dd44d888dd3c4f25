import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import type { ServerFrame } from "../../api/live.ts";
import { buildServer, TOKEN } from "../../test/helper.ts";

async function open() {
  const server = await buildServer();
  const url = (await server.listen()).replace("http", "ws");

  async function connect() {
    const socket = new WebSocket(`${url}/live`, { headers: { authorization: `Bearer ${TOKEN}` } });
    onTestFinished(() => socket.terminate());
    const frames: ServerFrame[] = [];
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    socket.on("message", (data) => frames.push(JSON.parse(String(data))));
    socket.on("error", () => {});
    await once(socket, "open");
    return { socket, frames, closed, send: (frame: unknown) => socket.send(JSON.stringify(frame)) };
  }

  return { ...server, connect };
}

const until = (frames: ServerFrame[], count: number) => expect.poll(() => frames.length).toBe(count);

describe("a page", () => {
  test("subscribes to events, gets the workspace, then every change", async () => {
    const { connect, ask } = await open();
    const { send, frames } = await connect();
    send({ type: "subscribe", topic: "events" });
    await until(frames, 1);
    await ask("POST", "/sessions/s-1/archive");
    await until(frames, 2);
    expect(frames).toMatchObject([
      { topic: "events", event: "snapshot", data: { workspace: { name: "Prova" } } },
      { topic: "events", event: "sessions", data: { ids: ["s-1"] } },
    ]);
  });

  test("that lost its line goes on after the last frame it saw", async () => {
    const { connect, services } = await open();
    const first = await connect();
    first.send({ type: "subscribe", topic: "events" });
    await until(first.frames, 1);
    services.live.publish("events", "index", { done: 1, total: 3 });
    await until(first.frames, 2);
    first.socket.terminate();
    services.live.publish("events", "index", { done: 2, total: 3 });
    services.live.publish("events", "index", { done: 3, total: 3 });
    const second = await connect();
    second.send({ type: "subscribe", topic: "events", after: first.frames.at(-1)?.id });
    await until(second.frames, 2);
    expect(second.frames.map((frame) => frame.data)).toEqual([
      { done: 2, total: 3 },
      { done: 3, total: 3 },
    ]);
  });

  test("that unsubscribes hears no more", async () => {
    const { connect, services } = await open();
    const { send, frames, socket } = await connect();
    send({ type: "subscribe", topic: "events" });
    await until(frames, 1);
    send({ type: "unsubscribe", topic: "events" });
    socket.ping();
    await once(socket, "pong");
    services.live.publish("events", "index", { done: 1, total: 1 });
    socket.ping();
    await once(socket, "pong");
    expect(frames.length).toBe(1);
  });

  test("is counted while it is there", async () => {
    const { connect, services } = await open();
    const { socket } = await connect();
    await expect.poll(() => services.live.readers).toBe(1);
    socket.close();
    await expect.poll(() => services.live.readers).toBe(0);
  });
});

describe("what is no frame closes that socket and nothing else", () => {
  test.each([
    ["no JSON", "{", 1008],
    ["no frame", '{"type":"shout"}', 1008],
    ["a topic nobody has", '{"type":"subscribe","topic":"secrets"}', 1008],
    ["a member too many", '{"type":"subscribe","topic":"events","x":1}', 1008],
    ["bytes", Buffer.from([1, 2, 3]), 1008],
    ["a frame of 100 kB", "x".repeat(100_000), 1009],
  ])("%s", async (_name, frame, code) => {
    const { connect, bare } = await open();
    const { socket, closed } = await connect();
    socket.send(frame);
    expect(await closed).toBe(code);
    expect((await bare({ url: "/healthz" })).statusCode).toBe(200);
  });

  test("rubbish on the wire", async () => {
    const { connect, bare } = await open();
    const { socket, closed } = await connect();
    (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
    );
    await closed;
    expect((await bare({ url: "/healthz" })).statusCode).toBe(200);
  });

  test("more topics than a page can show", async () => {
    const { connect, services } = await open();
    services.live.snapshots("session:", async () => ({}));
    const { send, closed } = await connect();
    for (let n = 0; n < 70; n++) send({ type: "subscribe", topic: `session:s-${n}` });
    expect(await closed).toBe(1008);
  });
});

test("a reader that does not read costs a bounded amount, and gets a snapshot when it reads again", async () => {
  const { connect, services } = await open();
  const { socket, send, frames } = await connect();
  send({ type: "subscribe", topic: "events" });
  await until(frames, 1);
  socket.pause();
  const blob = "x".repeat(64 * 1024);
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let n = 0; n < 2000; n++) {
    services.live.publish("events", "index", { n, blob });
    if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  // 125 MiB were published; the topic keeps 1 and the socket about as much.
  expect(after - before).toBeLessThan(40 * 1024 * 1024);
  socket.resume();
  const snapshots = () => frames.filter((frame) => frame.event === "snapshot").length;
  await expect.poll(snapshots).toBeGreaterThan(1);
  services.live.publish("events", "index", { n: "last" });
  await expect.poll(() => frames.at(-1)?.data).toEqual({ n: "last" });
});

test("the server's stop tells every page and waits for none", async () => {
  const { connect, app } = await open();
  const polite = await connect();
  const deaf = await connect();
  deaf.socket.pause();
  const begun = performance.now();
  await app.close();
  expect(await polite.closed).toBe(1001);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
