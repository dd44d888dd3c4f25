import { framesAfter, type Topic, type TopicReader } from "./topic.ts";

/** Where frames go: a socket, seen from here. */
export interface Sink {
  /** Its owner pumps every subscription on it when room has come back. */
  send(text: string): void;
  /** Bytes that wait to leave. */
  buffered(): number;
}

/** One reader of one topic. The topic's buffer is its queue: nothing is kept per reader but a position. */
export interface Subscription extends TopicReader {
  /** Something new is in the topic, or room in the sink: sends what can be sent now. */
  pump(): void;
  close(): void;
}

export interface SubscriptionOptions {
  topic: Topic;
  sink: Sink;
  /** Number of the frame the reader has seen last; null asks for a snapshot. */
  after: number | null;
  /** Past this many waiting bytes nothing more is put into the sink. */
  maxBuffered: number;
  /**
   * Makes the topic's state. It may answer with a function: that is called at the very moment the snapshot is cut, so
   * that what it reads is neither before nor after the event the stream goes on with.
   */
  snapshot(): Promise<unknown>;
  /** Runs the making of a snapshot when it is this reader's turn. */
  inTurn<T>(make: () => Promise<T>): Promise<T>;
  frame(n: number, event: string, data: unknown): string;
  onFailure(error: unknown): void;
}

/** How often a snapshot that was overtaken by an event is made anew before events it may hold are sent after it. */
const REMAKE = 5;

export function createSubscription(options: SubscriptionOptions): Subscription {
  const { topic, sink, maxBuffered } = options;
  let seen = options.after;
  let making = false;
  let closed = false;

  const subscription: Subscription = {
    pump() {
      if (closed || making) return;
      if (seen === null || seen < topic.floor) {
        if (hasRoom()) void resync();
        return;
      }
      for (const frame of framesAfter(topic, seen)) {
        if (!hasRoom()) return;
        seen = frame.n;
        sink.send(frame.text);
      }
    },
    close() {
      closed = true;
      topic.readers.delete(subscription);
    },
  };

  function hasRoom(): boolean {
    return sink.buffered() < maxBuffered;
  }

  async function resync() {
    making = true;
    try {
      // Whoever left while waiting for the turn costs nothing.
      const made = await options.inTurn(async () => (closed ? null : cut()));
      if (closed || made === null) return;
      const [at, data] = made;
      seen = at;
      sink.send(options.frame(at, "snapshot", data));
    } catch (error) {
      if (!closed) options.onFailure(error);
      return;
    } finally {
      making = false;
    }
    subscription.pump();
  }

  async function cut(): Promise<[number, unknown]> {
    for (let attempt = 1; ; attempt++) {
      const before = topic.last;
      const made = await options.snapshot();
      if (typeof made === "function") return [topic.last, made()];
      if (topic.last === before || attempt === REMAKE) return [before, made];
    }
  }

  topic.readers.add(subscription);
  subscription.pump();
  return subscription;
}
