import { beforeEach, expect, test } from "vitest";
import { createLive, type Live, type LiveSocket } from "./live.ts";

class FakeSocket implements LiveSocket {
  readyState: LiveSocket["readyState"] = 0;
  onopen: LiveSocket["onopen"] = null;
  onmessage: LiveSocket["onmessage"] = null;
  onclose: LiveSocket["onclose"] = null;
  onerror: LiveSocket["onerror"] = null;
  sent: unknown[] = [];

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.drop();
  }
  open() {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }
  drop() {
    this.readyState = 3;
    this.onclose?.(new CloseEvent("close"));
  }
  frame(topic: string, id: string, event: string, data: unknown = {}) {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify({ topic, id, event, data }) }));
  }
}

let sockets: FakeSocket[];
let timers: { run: () => void; ms: number }[];
let live: Live;
let refusals: number;

const last = () => sockets.at(-1) as FakeSocket;
const fireTimer = () => timers.shift()?.run();

beforeEach(() => {
  refusals = 0;
  sockets = [];
  timers = [];
  live = createLive({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onRefused: () => {
      refusals += 1;
    },
    random: () => 1,
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: () => timers.pop(),
  });
});

test("subscribes what was asked before the socket opened, and says so in its status", () => {
  const seen: string[] = [];
  live.onStatus(() => seen.push(live.status()));
  live.subscribe("events", () => {});
  expect(last().sent).toEqual([]);
  last().open();
  expect(last().sent).toEqual([{ type: "subscribe", topic: "events" }]);
  expect(seen).toEqual(["open"]);
});

test("comes back after a loss, after the last frame it saw, and delivers nothing twice", () => {
  const events: string[] = [];
  live.subscribe("session:a", ({ event }) => events.push(event));
  last().open();
  last().frame("session:a", "x-4", "snapshot");
  last().frame("session:a", "x-5", "delta");
  last().drop();
  expect(live.status()).toBe("lost");
  fireTimer();
  last().open();
  expect(last().sent).toEqual([{ type: "subscribe", topic: "session:a", after: "x-5" }]);
  last().frame("session:a", "x-5", "delta");
  last().frame("session:a", "x-6", "message");
  expect(events).toEqual(["snapshot", "delta", "message"]);
});

test("a frame of another epoch counts from its own beginning", () => {
  const events: string[] = [];
  live.subscribe("events", ({ event }) => events.push(event));
  last().open();
  last().frame("events", "a-90", "snapshot");
  last().frame("events", "b-1", "snapshot");
  last().frame("events", "b-2", "sessions", { ids: [] });
  expect(events).toEqual(["snapshot", "snapshot", "sessions"]);
});

test("a listener that joins late gets a snapshot before anything else, and the others don't get it again", () => {
  const early: string[] = [];
  const late: string[] = [];
  live.subscribe("session:a", ({ event }) => early.push(event));
  last().open();
  last().frame("session:a", "x-1", "snapshot");
  live.subscribe("session:a", ({ event }) => late.push(event));
  expect(last().sent.at(-1)).toEqual({ type: "subscribe", topic: "session:a" });
  last().frame("session:a", "x-2", "delta");
  last().frame("session:a", "x-2", "snapshot");
  last().frame("session:a", "x-3", "delta");
  expect(late).toEqual(["snapshot", "delta"]);
  expect(early).toEqual(["snapshot", "delta", "delta"]);
});

test("a snapshot that is ahead of what was seen is for all", () => {
  const early: string[] = [];
  live.subscribe("session:a", ({ event }) => early.push(event));
  last().open();
  last().frame("session:a", "x-1", "snapshot");
  live.subscribe("session:a", () => {});
  last().frame("session:a", "x-4", "snapshot");
  expect(early).toEqual(["snapshot", "snapshot"]);
});

test("a listener still without its snapshot when the connection is lost gets one on return", () => {
  live.subscribe("session:a", () => {});
  last().open();
  last().frame("session:a", "x-1", "snapshot");
  live.subscribe("session:a", () => {});
  last().drop();
  fireTimer();
  last().open();
  expect(last().sent).toEqual([{ type: "subscribe", topic: "session:a" }]);
});

test("unsubscribes when the last listener leaves, and only then", () => {
  const first = live.subscribe("events", () => {});
  const second = live.subscribe("events", () => {});
  last().open();
  first();
  expect(last().sent).not.toContainEqual({ type: "unsubscribe", topic: "events" });
  second();
  second();
  expect(last().sent.filter((frame) => JSON.stringify(frame).includes("unsubscribe"))).toHaveLength(1);
});

test("waits longer after each failure, up to ten seconds, and from the start after a success", () => {
  const waits: number[] = [];
  for (let i = 0; i < 7; i++) {
    last().drop();
    waits.push(timers[0]?.ms ?? 0);
    fireTimer();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  last().open();
  last().drop();
  expect(timers[0]?.ms).toBe(500);
});

test("tries at once when told to, and not twice", () => {
  last().drop();
  live.reconnect();
  live.reconnect();
  expect(sockets).toHaveLength(2);
  expect(timers).toHaveLength(0);
});

test("tells of a connection that could not be made, not of one that was lost", () => {
  last().open();
  last().drop();
  expect(refusals).toBe(0);
  fireTimer();
  last().drop();
  expect(refusals).toBe(1);
});

test("told to try while it is trying, it does not wait long after a failure", () => {
  for (let i = 0; i < 6; i++) {
    last().drop();
    fireTimer();
  }
  live.reconnect();
  last().drop();
  expect(timers[0]?.ms).toBe(500);
});

test("a closed one stays closed", () => {
  last().open();
  live.close();
  live.reconnect();
  expect(sockets).toHaveLength(1);
  expect(timers).toHaveLength(0);
});

test("text that is no frame changes nothing", () => {
  last().open();
  last().onmessage?.(new MessageEvent("message", { data: "<html>" }));
  expect(live.status()).toBe("open");
});

test("says at once why a topic can't be read, and asks for it again as long as somebody follows", () => {
  const events: string[] = [];
  const leave = live.subscribe("session:a", ({ event }) => events.push(event));
  last().open();
  last().frame("session:a", "", "problem");
  expect(events).toEqual(["problem"]);
  expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
  fireTimer();
  expect(last().sent).toEqual([1, 2].map(() => ({ type: "subscribe", topic: "session:a" })));
  last().frame("session:a", "x-1", "snapshot");
  last().frame("session:a", "", "problem");
  expect(events).toEqual(["problem", "snapshot", "problem"]);
  leave();
  fireTimer();
  expect(last().sent.at(-1)).toEqual({ type: "unsubscribe", topic: "session:a" });
});
