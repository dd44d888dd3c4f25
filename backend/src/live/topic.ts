import { createRingBuffer, type RingBuffer } from "../lib/ring-buffer.ts";

export interface StoredFrame {
  n: number;
  text: string;
}

/** Whoever reads the topic, to be told that something new is in it. */
export interface TopicReader {
  pump(): void;
}

/** One stream of events and what is kept of its past. */
export interface Topic {
  name: string;
  frames: RingBuffer<StoredFrame>;
  /** Number of the newest frame. */
  last: number;
  /** Every frame up to this one may be lost: only who has seen it can go on from the buffer. */
  floor: number;
  readers: Set<TopicReader>;
}

export function createTopic(name: string, at: number, bounds: { maxItems: number; maxSize: number }): Topic {
  const topic: Topic = {
    name,
    last: at,
    floor: at,
    readers: new Set(),
    frames: createRingBuffer<StoredFrame>({
      ...bounds,
      onEvict: (frame) => {
        topic.floor = frame.n;
      },
    }),
  };
  return topic;
}

/** The kept frames after number `n`, oldest first. */
export function framesAfter(topic: Topic, n: number): StoredFrame[] {
  // Numbers rise but are not dense, so the place is searched for.
  let low = 0;
  let high = topic.frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((topic.frames.at(middle)?.n ?? 0) <= n) low = middle + 1;
    else high = middle;
  }
  return topic.frames.from(low);
}
