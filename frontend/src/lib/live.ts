import type { ClientFrame, GlobalEvent, ServerFrame, SessionEvent } from "@thothii/backend/api/live";

export type LiveStatus = "connecting" | "open" | "lost";
export type Topic = "events" | `session:${string}`;
export type LiveEvent<T extends Topic> = T extends "events" ? GlobalEvent : SessionEvent;

/** The part of a WebSocket that is used; a test brings its own. */
export type LiveSocket = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
};

export interface Live {
  /**
   * Follows a topic until the returned function is called. The first event is a `snapshot`; what follows comes once and
   * in order, across lost connections too. A listener that joins a followed topic gets a snapshot of its own; the others
   * get it too only if it tells them something new. A topic that can't be read sends a `problem`, and its snapshot as
   * soon as it can be.
   */
  subscribe<T extends Topic>(topic: T, listener: (event: LiveEvent<T>) => void): () => void;
  status(): LiveStatus;
  onStatus(listener: () => void): () => void;
  /** Tries now instead of when the wait is over: the network is back, or the person has just signed in. */
  reconnect(): void;
  close(): void;
}

export type LiveOptions = {
  open: () => LiveSocket;
  /** A connection could not be made. A browser doesn't tell a socket why; a request could ask. */
  onRefused?: () => void;
  /** 0 to 1, for the jitter that keeps many tabs from coming back at once. */
  random?: () => number;
  setTimer?: (run: () => void, ms: number) => number;
  clearTimer?: (timer: number) => void;
};

type Followed = { after: string | null; listeners: Set<Listener> };
type Listener = { deliver: (event: { event: string; data: unknown }) => void; ready: boolean };

const OPEN = 1;
const firstWait = 500;
const longestWait = 10_000;

/** One socket, shared by everything on the page that follows a topic. */
export function createLive({
  open,
  onRefused,
  random = Math.random,
  setTimer = (run, ms) => window.setTimeout(run, ms),
  clearTimer = (timer) => window.clearTimeout(timer),
}: LiveOptions): Live {
  const topics = new Map<string, Followed>();
  const statusListeners = new Set<() => void>();
  let status: LiveStatus = "connecting";
  let socket: LiveSocket | null = null;
  let timer: number | null = null;
  let failures = 0;
  let closed = false;

  function setStatus(next: LiveStatus) {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener();
  }

  function send(frame: ClientFrame) {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(frame));
  }

  function connect() {
    timer = null;
    const current = open();
    let opened = false;
    socket = current;
    current.onopen = () => {
      opened = true;
      failures = 0;
      setStatus("open");
      for (const [topic, { after, listeners }] of topics) {
        // One that still waits for its snapshot would get none with `after`.
        const goOn = after && [...listeners].every((listener) => listener.ready);
        send({ type: "subscribe", topic, ...(goOn ? { after } : {}) });
      }
    };
    current.onmessage = ({ data }) => {
      if (socket === current) receive(String(data));
    };
    current.onclose = () => {
      if (socket !== current) return;
      socket = null;
      setStatus("lost");
      retryLater();
      if (!opened) onRefused?.();
    };
    current.onerror = () => {}; // a close always follows
  }

  function retryLater() {
    if (closed || timer !== null) return;
    const wait = Math.min(longestWait, firstWait * 2 ** failures);
    failures += 1;
    timer = setTimer(connect, wait / 2 + (random() * wait) / 2);
  }

  function receive(text: string) {
    let frame: ServerFrame;
    try {
      frame = JSON.parse(text) as ServerFrame;
    } catch {
      return; // not a frame of ours; the next one may be
    }
    const followed = topics.get(frame.topic);
    if (!followed) return;
    if (frame.id === "") return unread(frame, followed);
    const isSnapshot = frame.event === "snapshot";
    if (!isSnapshot && !isNewer(frame.id, followed.after)) return;
    // Asked for by a listener that joined late, it holds nothing that the others have not seen.
    const onlyForLate = isSnapshot && frame.id === followed.after;
    followed.after = frame.id;
    for (const listener of [...followed.listeners]) {
      if (onlyForLate && listener.ready) continue;
      if (isSnapshot) listener.ready = true;
      if (listener.ready) listener.deliver({ event: frame.event, data: frame.data });
    }
  }

  /** The server can't read the topic and has dropped it: everybody hears why, and it is asked for again later. */
  function unread({ topic, event, data }: ServerFrame, followed: Followed) {
    for (const listener of [...followed.listeners]) listener.deliver({ event, data });
    setTimer(() => {
      if (topics.get(topic) === followed) send({ type: "subscribe", topic });
    }, longestWait);
  }

  connect();

  return {
    subscribe(topic, deliver) {
      const listener: Listener = { deliver: deliver as Listener["deliver"], ready: false };
      const followed = topics.get(topic);
      if (followed) followed.listeners.add(listener);
      else topics.set(topic, { after: null, listeners: new Set([listener]) });
      send({ type: "subscribe", topic });
      return () => {
        const now = topics.get(topic);
        if (!now?.listeners.delete(listener) || now.listeners.size > 0) return;
        topics.delete(topic);
        send({ type: "unsubscribe", topic });
      };
    },
    status: () => status,
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    reconnect() {
      if (closed || status === "open") return;
      failures = 0; // one that is under way and fails is tried again soon
      if (socket) return;
      if (timer !== null) clearTimer(timer);
      connect();
    },
    close() {
      closed = true;
      if (timer !== null) clearTimer(timer);
      const current = socket;
      socket = null;
      current?.close();
    },
  };
}

/** Whether `id` (`<epoch>-<n>`) comes after the last one seen; another epoch always does. */
function isNewer(id: string, after: string | null): boolean {
  if (!after) return true;
  const [epoch, n] = split(id);
  const [lastEpoch, lastN] = split(after);
  return epoch !== lastEpoch || n > lastN;
}

function split(id: string): [epoch: string, n: number] {
  const dash = id.lastIndexOf("-");
  return [id.slice(0, dash), Number(id.slice(dash + 1))];
}
