import type { Live, LiveEvent, LiveStatus, Topic } from "../lib/live.ts";

/** A live socket in the hands of a test: it says what is followed, and pushes events and states. */
export interface FakeLive extends Live {
  /** What is followed now, one entry a listener. */
  topics(): string[];
  push<T extends Topic>(topic: T, event: LiveEvent<T>): void;
  setStatus(status: LiveStatus): void;
}

export function createFakeLive(): FakeLive {
  const listeners = new Set<{ topic: string; deliver: (event: never) => void }>();
  const statusListeners = new Set<() => void>();
  let status: LiveStatus = "open";
  return {
    subscribe(topic, deliver) {
      const listener = { topic, deliver: deliver as (event: never) => void };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: () => status,
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    reconnect() {},
    close() {},
    topics: () => [...listeners].map(({ topic }) => topic),
    push(topic, event) {
      for (const listener of [...listeners]) if (listener.topic === topic) listener.deliver(event as never);
    },
    setStatus(next) {
      status = next;
      for (const listener of statusListeners) listener();
    },
  };
}
