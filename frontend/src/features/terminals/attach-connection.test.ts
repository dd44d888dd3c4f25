import type { AttachClientFrame, AttachServerFrame } from "@thothii/backend/api/terminals";
import { beforeEach, describe, expect, test } from "vitest";
import { type Attachment, type AttachSocket, type AttachStatus, createAttachment } from "./attach-connection.ts";

class Socket implements AttachSocket {
  binaryType: BinaryType = "blob";
  readyState: WebSocket["readyState"] = 0;
  onopen: AttachSocket["onopen"] = null;
  onmessage: AttachSocket["onmessage"] = null;
  onclose: AttachSocket["onclose"] = null;
  onerror: AttachSocket["onerror"] = null;
  sent: (AttachClientFrame | Uint8Array)[] = [];
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView) {
    this.sent.push(typeof data === "string" ? JSON.parse(data) : (data as Uint8Array));
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }
  says(frame: AttachServerFrame) {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
  brings(text: string) {
    this.onmessage?.(new MessageEvent("message", { data: new TextEncoder().encode(text).buffer }));
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

const size = { cols: 80, rows: 24 };
const first = { type: "snapshot", ...size, reason: "attached" } as const;

let sockets: Socket[];
let drawn: string[];
let pending: (() => void)[];
let states: AttachStatus[];
let timers: { run: () => void; ms: number }[];
let refused: number;
let unread: number;
let way: Attachment;

const last = () => sockets.at(-1) as Socket;
const state = () => states.at(-1);

beforeEach(() => {
  sockets = [];
  drawn = [];
  pending = [];
  states = [];
  timers = [];
  refused = 0;
  unread = 0;
  way = createAttachment({
    open() {
      sockets.push(new Socket());
      return last();
    },
    screen: {
      snapshot: ({ cols, rows }) => void drawn.push(`clear ${cols}x${rows}`),
      write(bytes, shown) {
        drawn.push(new TextDecoder().decode(bytes));
        pending.push(shown);
      },
      size: ({ cols, rows }, own) => void drawn.push(`${own ? "own" : "framed"} ${cols}x${rows}`),
    },
    onStatus: (next) => void states.push(next),
    onRefused: () => void refused++,
    onUnread: () => void unread++,
    random: () => 1,
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: () => void timers.pop(),
  });
});

test("shows the screen as it is, and then what comes, in order", () => {
  expect(state()).toEqual({ kind: "connecting", again: false });
  last().opens();
  last().says(first);
  last().brings("ciao");
  last().says({ type: "size", cols: 100, rows: 30, own: false });
  last().brings(" a tutti");
  expect(drawn).toEqual(["clear 80x24", "ciao", "framed 100x30", " a tutti"]);
  expect(state()).toEqual({ kind: "open" });
});

describe("acknowledging", () => {
  test("counts what was shown, not what has come, and tells once all is", () => {
    last().opens();
    last().says(first);
    last().brings("12345");
    last().brings("678");
    expect(last().sent).toEqual([]);
    pending[0]?.();
    expect(last().sent).toEqual([]);
    pending[1]?.();
    expect(last().sent).toEqual([{ type: "ack", bytes: 8 }]);
  });

  test("tells now and then of a stream that doesn't end", () => {
    last().opens();
    last().brings("x".repeat(70_000));
    last().brings("y");
    pending[0]?.();
    expect(last().sent).toEqual([{ type: "ack", bytes: 70_000 }]);
  });

  test("counts anew on another connection, and what is shown late of the one before counts nowhere", () => {
    last().opens();
    last().brings("before");
    last().breaks();
    timers.pop()?.run();
    last().opens();
    last().says(first);
    last().brings("123");
    pending[0]?.();
    pending[1]?.();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.sent).toEqual([]);
    expect(last().sent).toEqual([{ type: "ack", bytes: 3 }]);
  });
});

describe("a connection that breaks", () => {
  test("is made again, later each time, and at once when asked", () => {
    last().opens();
    last().says(first);
    last().breaks(1012);
    expect(state()).toEqual({ kind: "connecting", again: true });
    expect(timers[0]?.ms).toBe(300);
    timers.pop()?.run();
    last().breaks();
    expect(timers[0]?.ms).toBe(600);
    way.retry();
    expect(timers).toEqual([]);
    expect(sockets).toHaveLength(3);
    last().opens();
    last().says(first);
    expect(state()).toEqual({ kind: "open" });
    last().breaks();
    expect(timers[0]?.ms).toBe(300);
  });

  test("says again how much room there is and that it has the focus", () => {
    way.room({ cols: 90, rows: 20 });
    last().opens();
    way.focused(true);
    last().breaks();
    timers.pop()?.run();
    last().opens();
    expect(last().sent).toEqual([{ type: "resize", cols: 90, rows: 20 }, { type: "focus" }]);
  });

  test("loses what is typed meanwhile, and sends none of it later", () => {
    last().opens();
    last().breaks();
    way.input("rm -rf");
    expect(way.paste("x")).toBe(true);
    timers.pop()?.run();
    last().opens();
    expect(last().sent).toEqual([]);
  });

  test("that never was is told, for the reason may be one that no waiting ends", () => {
    last().breaks();
    expect(refused).toBe(1);
    timers.pop()?.run();
    last().opens();
    last().breaks();
    expect(refused).toBe(1);
  });
});

describe("the end", () => {
  test.each([
    [1000, "closed"],
    [1008, "failed"],
  ] as const)("code %i: %s, and no other try", (code, kind) => {
    last().opens();
    last().says(first);
    last().breaks(code);
    expect(state()).toEqual({ kind });
    expect(timers).toEqual([]);
  });

  test("what the program was not given is told, and the terminal stays", () => {
    last().opens();
    last().says(first);
    last().says({ type: "unread", bytes: 3 });
    expect([unread, state()]).toEqual([1, { kind: "open" }]);
  });

  test("a host that is lost takes its terminal with it", () => {
    last().opens();
    last().says({ type: "lost", detail: "it ended" });
    expect(state()).toEqual({ kind: "lost", detail: "it ended" });
    last().breaks(1012);
    expect(timers).toEqual([]);
  });

  test("a page that goes tells nobody any more", () => {
    last().opens();
    last().brings("1");
    const socket = last();
    way.close();
    pending[0]?.();
    socket.breaks();
    expect(socket.sent).toEqual([]);
    expect(state()).toEqual({ kind: "connecting", again: false });
    expect(timers).toEqual([]);
  });
});

test("what is typed before the first screen is there comes then, once", () => {
  way.input("l");
  way.input("s\r");
  last().opens();
  way.input("x");
  last().breaks();
  timers.pop()?.run();
  last().opens();
  expect(sockets.map(({ sent }) => sent)).toEqual([
    [
      { type: "input", data: "ls\r" },
      { type: "input", data: "x" },
    ],
    [],
  ]);
});

test("what is typed, pasted and reported goes as it is; what is too long to be pasted doesn't", () => {
  last().opens();
  way.input("\u0003");
  way.inputBytes(new Uint8Array([27, 255]));
  expect(way.paste("a\nb")).toBe(true);
  expect(way.paste("x".repeat(500_001))).toBe(false);
  way.room(size);
  way.room({ ...size });
  expect(last().sent).toEqual([
    { type: "input", data: "\u0003" },
    new Uint8Array([27, 255]),
    { type: "paste", text: "a\nb" },
    { type: "resize", ...size },
  ]);
});
