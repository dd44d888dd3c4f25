import { problem } from "../http/problem.ts";
import { createLimiter } from "../lib/limiter.ts";
import { createSubscription, type Sink, type Subscription } from "./subscription.ts";
import { createTopic, type Topic } from "./topic.ts";

export interface LiveHubOptions {
  /** Names this run of the server: ids of another run can't be continued. No dash in it. */
  epoch: string;
  /** Frames and bytes kept a topic. */
  maxFrames?: number;
  maxBytes?: number;
  /** Topics kept that nobody reads. */
  maxTopics?: number;
  /** Bytes that may wait in one reader's socket. */
  maxBuffered?: number;
  /** Snapshots made at once for one reader: each may cost a process, and a reader can ask for thousands. */
  maxMaking?: number;
}

export interface LiveHub {
  /** Sends an event to all who read the topic and keeps it for those who come back; returns the frame's id. */
  publish(topic: string, event: string, data: unknown): string;
  /** Says how the first frame of topics that begin with `prefix` is made; see {@link SubscriptionOptions.snapshot}. */
  snapshots(prefix: string, make: (topic: string) => Promise<unknown>): void;
  /** Drops the topic's past; who reads it gets a new snapshot with the next event. */
  forget(topic: string): void;
  subscribe(topic: string, sink: Sink, after: string | undefined, onFailure: (error: unknown) => void): Subscription;
  /** Pages that are connected now. */
  readonly readers: number;
  addReader(): () => void;
}

export function createLiveHub({
  epoch,
  maxFrames = 2000,
  maxBytes = 1024 * 1024,
  maxTopics = 64,
  maxBuffered = 1024 * 1024,
  maxMaking = 4,
}: LiveHubOptions): LiveHub {
  const topics = new Map<string, Topic>();
  const turns = new WeakMap<Sink, ReturnType<typeof createLimiter>>();
  const makers: { prefix: string; make: (topic: string) => Promise<unknown> }[] = [];
  // One counter for all topics: a topic that was dropped and comes back never repeats a number.
  let counter = 0;
  let readers = 0;

  function topicOf(name: string): Topic {
    const known = topics.get(name);
    if (known) {
      // Moved to the end: the order is the order of use.
      topics.delete(name);
      topics.set(name, known);
      return known;
    }
    const topic = createTopic(name, counter, { maxItems: maxFrames, maxSize: maxBytes });
    topics.set(name, topic);
    dropUnused();
    return topic;
  }

  function dropUnused() {
    let spare = topics.size - maxTopics;
    for (const [name, topic] of topics) {
      if (spare <= 0) return;
      const justMade = topic.last === counter;
      if (topic.readers.size > 0 || justMade) continue;
      topics.delete(name);
      spare--;
    }
  }

  function frame(topic: string, n: number, event: string, data: unknown): string {
    return JSON.stringify({ topic, id: `${epoch}-${n}`, event, data });
  }

  /** The number in an id of this run, else null. */
  function position(after: string | undefined): number | null {
    if (after === undefined || !after.startsWith(`${epoch}-`)) return null;
    const digits = after.slice(epoch.length + 1);
    return /^\d{1,15}$/.test(digits) && Number(digits) <= counter ? Number(digits) : null;
  }

  function turnsOf(sink: Sink) {
    const known = turns.get(sink) ?? createLimiter(maxMaking);
    turns.set(sink, known);
    return known;
  }

  return {
    publish(name, event, data) {
      const topic = topicOf(name);
      topic.last = ++counter;
      const text = frame(name, topic.last, event, data);
      topic.frames.push({ n: topic.last, text }, Buffer.byteLength(text));
      for (const reader of [...topic.readers]) reader.pump();
      return `${epoch}-${topic.last}`;
    },
    snapshots(prefix, make) {
      makers.push({ prefix, make });
    },
    forget(name) {
      const topic = topics.get(name);
      if (!topic) return;
      topic.frames.clear();
      topic.floor = ++counter;
      topic.last = counter;
      if (topic.readers.size === 0) topics.delete(name);
    },
    subscribe(name, sink, after, onFailure) {
      return createSubscription({
        topic: topicOf(name),
        sink,
        after: position(after),
        maxBuffered,
        inTurn: turnsOf(sink),
        snapshot: async () => {
          const maker = makers.find(({ prefix }) => name.startsWith(prefix));
          if (!maker) throw problem("route-not-found", `There is no topic ${name}.`);
          return maker.make(name);
        },
        frame: (n, event, data) => frame(name, n, event, data),
        onFailure,
      });
    },
    get readers() {
      return readers;
    },
    addReader() {
      readers++;
      let here = true;
      return () => {
        if (here) readers--;
        here = false;
      };
    },
  };
}
