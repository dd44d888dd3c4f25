import { describe, expect, test } from "vitest";
import { createLiveHub } from "./hub.ts";
import type { Sink, Subscription } from "./subscription.ts";

interface Frame {
  topic: string;
  id: string;
  event: string;
  data: unknown;
}

/** A reader whose socket takes bytes only when told to. */
function reader(capacity = Number.POSITIVE_INFINITY) {
  const frames: Frame[] = [];
  let buffered = 0;
  const sink: Sink = {
    send(text) {
      frames.push(JSON.parse(text));
      buffered += capacity === Number.POSITIVE_INFINITY ? 0 : text.length;
    },
    buffered: () => buffered,
  };
  return {
    frames,
    sink,
    events: () => frames.map((frame) => [frame.event, frame.data]),
    drain(subscription: Subscription) {
      buffered = 0;
      subscription.pump();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const fail = (error: unknown) => {
  throw error;
};

describe("a subscriber", () => {
  test("gets the snapshot and then what comes after it", async () => {
    const hub = createLiveHub({ epoch: "e" });
    let state = 0;
    hub.snapshots("counter", async () => () => state);
    const add = () => hub.publish("counter", "add", ++state);
    add();
    const a = reader();
    hub.subscribe("counter", a.sink, undefined, fail);
    add(); // while the snapshot is being made: it is in it
    await settled();
    add();
    expect(a.frames).toEqual([
      { topic: "counter", id: "e-2", event: "snapshot", data: 2 },
      { topic: "counter", id: "e-3", event: "add", data: 3 },
    ]);
  });

  test("of a plain snapshot that events overtake gets it made anew", async () => {
    const hub = createLiveHub({ epoch: "e" });
    let state = 0;
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let made = 0;
    hub.snapshots("c", async () => {
      const value = state;
      await gates[made++]?.promise;
      return value;
    });
    const a = reader();
    hub.subscribe("c", a.sink, undefined, fail);
    hub.publish("c", "add", ++state);
    gates[0]?.resolve();
    await settled();
    gates[1]?.resolve();
    await settled();
    hub.publish("c", "add", ++state);
    expect(a.events()).toEqual([
      ["snapshot", 1],
      ["add", 2],
    ]);
  });

  test("comes back with `after` and gets what it missed, once", async () => {
    const hub = createLiveHub({ epoch: "e" });
    hub.snapshots("t", async () => "all");
    const first = hub.publish("t", "n", 1);
    hub.publish("other", "n", 0);
    hub.publish("t", "n", 2);
    hub.publish("t", "n", 3);
    const a = reader();
    hub.subscribe("t", a.sink, first, fail);
    await settled();
    expect(a.events()).toEqual([
      ["n", 2],
      ["n", 3],
    ]);
  });

  test.each(["old-1", "e-99", "e-x", "", "e-", "e--1"])("with the unknown id %o gets a snapshot", async (after) => {
    const hub = createLiveHub({ epoch: "e" });
    hub.snapshots("t", async () => "all");
    hub.publish("t", "n", 1);
    const a = reader();
    hub.subscribe("t", a.sink, after, fail);
    await settled();
    expect(a.events()).toEqual([["snapshot", "all"]]);
  });

  test("who missed more than is kept gets a snapshot", async () => {
    const hub = createLiveHub({ epoch: "e", maxFrames: 2 });
    hub.snapshots("t", async () => "all");
    const first = hub.publish("t", "n", 1);
    for (const n of [2, 3, 4]) hub.publish("t", "n", n);
    const a = reader();
    hub.subscribe("t", a.sink, first, fail);
    await settled();
    expect(a.events()).toEqual([["snapshot", "all"]]);
  });

  test("hears that there is no such topic", async () => {
    const hub = createLiveHub({ epoch: "e" });
    const errors: unknown[] = [];
    hub.subscribe("session:x", reader().sink, undefined, (error) => errors.push(error));
    await settled();
    expect(errors).toMatchObject([{ code: "route-not-found" }]);
  });
});

describe("a slow reader", () => {
  test("is given no more than fits, and goes on where it stopped", async () => {
    const hub = createLiveHub({ epoch: "e", maxBuffered: 100 });
    hub.snapshots("t", async () => "all");
    const slow = reader(1);
    const subscription = hub.subscribe("t", slow.sink, undefined, fail);
    await settled();
    for (let n = 0; n < 50; n++) hub.publish("t", "n", n);
    expect(slow.frames.length).toBeLessThan(5);
    for (let i = 0; i < 50; i++) slow.drain(subscription);
    expect(slow.events()).toEqual([["snapshot", "all"], ...Array.from({ length: 50 }, (_, n) => ["n", n])]);
  });

  test("that fell behind the buffer gets a snapshot once it drains", async () => {
    const hub = createLiveHub({ epoch: "e", maxBuffered: 60, maxFrames: 10 });
    let state = -1;
    hub.snapshots("t", async () => () => state);
    const slow = reader(1);
    const subscription = hub.subscribe("t", slow.sink, undefined, fail);
    await settled();
    for (let n = 0; n < 50; n++) {
      state = n;
      hub.publish("t", "n", n);
    }
    const before = slow.frames.length;
    slow.drain(subscription);
    await settled();
    expect(slow.events().slice(before)).toEqual([["snapshot", 49]]);
  });
});

test("a forgotten topic keeps nothing, and its readers get a new snapshot", async () => {
  const hub = createLiveHub({ epoch: "e" });
  hub.snapshots("t", async () => "all");
  const id = hub.publish("t", "n", 1);
  const a = reader();
  hub.subscribe("t", a.sink, id, fail);
  hub.forget("t");
  hub.publish("t", "n", 2);
  await settled();
  expect(a.events()).toEqual([["snapshot", "all"]]);
});

test("topics nobody reads are bounded, one that is read stays, and a dropped one is never continued wrongly", async () => {
  const hub = createLiveHub({ epoch: "e", maxTopics: 3 });
  hub.snapshots("", async () => "all");
  hub.subscribe("kept", reader().sink, undefined, fail);
  const kept = hub.publish("kept", "n", 1);
  const dropped = hub.publish("dropped", "n", 1);
  hub.publish("kept", "n", 2);
  for (let n = 0; n < 10; n++) hub.publish(`t${n}`, "n", n);
  hub.publish("dropped", "n", 2);
  const [a, b] = [reader(), reader()];
  hub.subscribe("kept", a.sink, kept, fail);
  hub.subscribe("dropped", b.sink, dropped, fail);
  await settled();
  expect([a.events(), b.events()]).toEqual([[["n", 2]], [["snapshot", "all"]]]);
});

test("property: whatever the cuts, a reader's snapshot and events always add up to the state", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const hub = createLiveHub({ epoch: "e", maxFrames: 1 + random(8), maxBuffered: 80 });
    const state: number[] = [];
    hub.snapshots("t", async () => {
      await settled();
      return () => [...state];
    });
    let seen: number[] = [];
    let after: string | undefined;
    let buffered = 0;
    const sink: Sink = {
      buffered: () => buffered,
      send(text) {
        buffered += text.length;
        const frame = JSON.parse(text) as Frame;
        seen = frame.event === "snapshot" ? (frame.data as number[]) : [...seen, frame.data as number];
        after = frame.id;
      },
    };
    let subscription: Subscription | null = null;
    for (let step = 0; step < 60; step++) {
      const act = random(6);
      if (act < 3) {
        state.push(step);
        hub.publish("t", "n", step);
      } else if (act === 3) {
        subscription?.close();
        buffered = 0;
        subscription = random(3) === 0 ? null : hub.subscribe("t", sink, after, fail);
      } else if (act === 4) {
        buffered = 0;
        subscription?.pump();
      } else await settled();
    }
    subscription?.close();
    subscription = hub.subscribe("t", sink, after, fail);
    for (let i = 0; i < 100; i++) {
      buffered = 0;
      subscription.pump();
      if (i % 10 === 0) await settled();
    }
    await settled();
    await settled();
    expect(seen).toEqual(state);
  }
});

test("a reader that asks for thousands of topics and leaves them again makes no more than a few snapshots", async () => {
  const hub = createLiveHub({ epoch: "e", maxMaking: 2 });
  const gate = Promise.withResolvers<void>();
  const made: string[] = [];
  hub.snapshots("", async (topic) => {
    made.push(topic);
    await gate.promise;
    return topic;
  });
  const a = reader();
  for (let n = 0; n < 5000; n++) hub.subscribe(`t${n}`, a.sink, undefined, fail).close();
  hub.subscribe("kept", a.sink, undefined, fail);
  const other = reader();
  hub.subscribe("other", other.sink, undefined, fail);
  await settled();
  expect(made).toEqual(["t0", "t1", "other"]);
  gate.resolve();
  await expect.poll(() => a.frames.map(({ topic }) => topic)).toEqual(["kept"]);
  expect(made).toEqual(["t0", "t1", "other", "kept"]);
  expect(other.frames.map(({ topic }) => topic)).toEqual(["other"]);
});
