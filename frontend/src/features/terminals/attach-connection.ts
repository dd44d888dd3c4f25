import type { AttachClientFrame, AttachServerFrame } from "@thothii/backend/api/terminals";

export type Size = { cols: number; rows: number };

/**
 * `connecting`: at first, and again after the way broke (`again`). `closed`: the terminal is no more. `lost`: its host
 * ended. `failed`: the server takes it no more; only {@link Attachment.retry} tries again.
 */
export type AttachStatus =
  | { kind: "connecting"; again: boolean }
  | { kind: "open" }
  | { kind: "closed" }
  | { kind: "lost"; detail: string }
  | { kind: "failed" };

/** What is shown, in the order it came. */
export interface AttachScreen {
  /** Clear it and take this size: what is written next draws it as it is. */
  snapshot(size: Size): void;
  /** `shown` is called once it can be seen; until then more is held back. */
  write(bytes: Uint8Array, shown: () => void): void;
  /** The terminal has this size; `own` where this page decides it. */
  size(size: Size, own: boolean): void;
}

/** The part of a WebSocket that is used; a test brings its own. */
export type AttachSocket = Pick<WebSocket, "send" | "close" | "readyState" | "binaryType"> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
};

export interface AttachOptions {
  open: () => AttachSocket;
  screen: AttachScreen;
  onStatus: (status: AttachStatus) => void;
  /** A connection could not be made. A browser doesn't tell a socket why; a request could ask. */
  onRefused?: () => void;
  /** The program doesn't read what it is sent, and was not given what was just typed or pasted. */
  onUnread?: () => void;
  /** 0 to 1, for the jitter that keeps many pages from coming back at once. */
  random?: () => number;
  setTimer?: (run: () => void, ms: number) => number;
  clearTimer?: (timer: number) => void;
}

/**
 * One page's way to one terminal. What is typed before it is first open comes then; what is typed while it is broken is
 * dropped, for by then it may mean something else.
 */
export interface Attachment {
  input(data: string): void;
  /** Bytes that are no text, such as an old mouse report. */
  inputBytes(bytes: Uint8Array): void;
  /** False where the text is too long to be sent. */
  paste(text: string): boolean;
  /** So much room there is; said again after each coming back. */
  room(size: Size): void;
  focused(has: boolean): void;
  /** Tries now instead of when the wait is over. */
  retry(): void;
  close(): void;
}

const OPEN = 1;
const CLOSED_NORMALLY = 1000;
const POLICY_VIOLATION = 1008;
const firstWait = 300;
const longestWait = 8_000;
/** Acknowledged at least this often; the server holds the program back at 512 KiB. */
const ACK_EVERY = 64 * 1024;
/** In UTF-16 units: what fast fingers type before the first screen is there. */
const MOST_TYPED_EARLY = 1024;
/** In UTF-16 units; the server takes frames of 1 MiB. */
const MOST_PASTED = 500_000;

export function createAttachment({
  open,
  screen,
  onStatus,
  onRefused,
  onUnread,
  random = Math.random,
  setTimer = (run, ms) => window.setTimeout(run, ms),
  clearTimer = (timer) => window.clearTimeout(timer),
}: AttachOptions): Attachment {
  let socket: AttachSocket | null = null;
  let timer: number | null = null;
  let failures = 0;
  let ended = false;
  let room: Size | null = null;
  let focused = false;
  /** Null once it was open. */
  let early: string | null = "";

  function connect(again: boolean) {
    timer = null;
    onStatus({ kind: "connecting", again });
    const current = open();
    current.binaryType = "arraybuffer";
    socket = current;
    let opened = false;
    const isCurrent = () => socket === current;
    const shown = countShown((bytes) => isCurrent() && send({ type: "ack", bytes }));

    current.onopen = () => {
      opened = true;
      if (room) send({ type: "resize", ...room });
      if (focused) send({ type: "focus" });
      if (early) send({ type: "input", data: early });
      early = null;
    };
    current.onmessage = ({ data }) => {
      if (!isCurrent()) return;
      if (typeof data !== "string") return shown.write(new Uint8Array(data as ArrayBuffer), screen);
      const frame = parse(data);
      if (frame) take(frame);
    };
    current.onclose = ({ code }) => {
      if (!isCurrent()) return;
      socket = null;
      if (code === CLOSED_NORMALLY && opened) return end({ kind: "closed" });
      if (code === POLICY_VIOLATION) return end({ kind: "failed" });
      retryLater();
      if (!opened) onRefused?.();
    };
    current.onerror = () => {}; // a close always follows
  }

  function take(frame: AttachServerFrame) {
    switch (frame.type) {
      case "snapshot":
        failures = 0;
        screen.snapshot(frame);
        return onStatus({ kind: "open" });
      case "size":
        return screen.size(frame, frame.own);
      case "unread":
        return onUnread?.();
      case "lost":
        return end({ kind: "lost", detail: frame.detail });
      // The list of terminals tells these, to every part of the page.
      case "title":
      case "exit":
    }
  }

  function end(status: AttachStatus) {
    ended = true;
    const current = socket;
    socket = null;
    current?.close();
    onStatus(status);
  }

  function retryLater() {
    if (ended || timer !== null) return;
    const wait = Math.min(longestWait, firstWait * 2 ** failures);
    failures += 1;
    onStatus({ kind: "connecting", again: true });
    timer = setTimer(() => connect(true), wait / 2 + (random() * wait) / 2);
  }

  function send(frame: AttachClientFrame) {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(frame));
  }

  connect(false);

  return {
    input(data) {
      if (early !== null && early.length + data.length <= MOST_TYPED_EARLY) early += data;
      else send({ type: "input", data });
    },
    inputBytes(bytes) {
      if (socket?.readyState === OPEN) socket.send(bytes as Uint8Array<ArrayBuffer>);
    },
    paste(text) {
      if (text.length > MOST_PASTED) return false;
      send({ type: "paste", text });
      return true;
    },
    room(size) {
      if (room?.cols === size.cols && room.rows === size.rows) return;
      room = size;
      send({ type: "resize", ...size });
    },
    focused(has) {
      focused = has;
      if (has) send({ type: "focus" });
    },
    retry() {
      if (socket) return;
      if (timer !== null) clearTimer(timer);
      ended = false;
      failures = 0;
      connect(true);
    },
    close() {
      ended = true;
      if (timer !== null) clearTimer(timer);
      const current = socket;
      socket = null;
      current?.close();
    },
  };
}

/** Counts what one connection has brought and what of it is shown; tells of it now and then, and when all is. */
function countShown(acknowledge: (bytes: number) => void) {
  let brought = 0;
  let shown = 0;
  let told = 0;
  return {
    write(bytes: Uint8Array, screen: AttachScreen) {
      brought += bytes.length;
      screen.write(bytes, () => {
        shown += bytes.length;
        if (shown < brought && shown - told < ACK_EVERY) return;
        told = shown;
        acknowledge(shown);
      });
    },
  };
}

function parse(text: string): AttachServerFrame | null {
  try {
    return JSON.parse(text) as AttachServerFrame;
  } catch {
    return null; // not a frame of ours; the next one may be
  }
}
