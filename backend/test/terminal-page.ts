import { once } from "node:events";
import WebSocket from "ws";
import type { AttachClientFrame, AttachServerFrame } from "../api/terminals.ts";

/** A page at a terminal, but for the page: keeps what it is told, and acknowledges what it is shown. */
export interface TerminalPage {
  frames: AttachServerFrame[];
  /** The bytes since the last snapshot began, as text. */
  text(): string;
  /** All bytes of binary frames. */
  bytes(): number;
  send(frame: AttachClientFrame): void;
  type(text: string): void;
  raw(bytes: Uint8Array): void;
  /** Sends what no page would. */
  say(text: string): void;
  /** Acknowledges nothing any more. */
  stall(): void;
  /** And on again. */
  goOn(): void;
  /** The closing code. */
  closed: Promise<number>;
  close(): Promise<void>;
}

/** Attaches to a terminal of a server that listens; resolves once its first screen has come, or that there is none any more. */
export async function attachTo(url: string, id: string, token: string): Promise<TerminalPage> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/terminals/${id}/attach`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const frames: AttachServerFrame[] = [];
  let parts: Buffer[] = [];
  let total = 0;
  let stalled = false;
  const first = Promise.withResolvers<void>();
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  void closed.then((code) => first.reject(new Error(`closed with ${code}`)));
  first.promise.catch(() => {});

  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) {
      const frame: AttachServerFrame = JSON.parse(data.toString());
      if (frame.type === "snapshot") parts = [];
      frames.push(frame);
      if (frame.type === "lost") first.resolve();
      return;
    }
    parts.push(data);
    total += data.length;
    // Of a program that prints for ever a test looks only at the end.
    if (parts.length > 4096) parts = parts.slice(-2048);
    if (!stalled) send({ type: "ack", bytes: total });
    first.resolve();
  });
  const send = (frame: AttachClientFrame) => socket.send(JSON.stringify(frame));
  await Promise.race([once(socket, "open"), once(socket, "unexpected-response").then(refused)]);
  await first.promise;

  return {
    frames,
    text: () => Buffer.concat(parts).toString("utf8"),
    bytes: () => total,
    send,
    type: (text) => send({ type: "input", data: text }),
    raw: (bytes) => socket.send(bytes),
    say: (text) => socket.send(text),
    stall() {
      stalled = true;
    },
    goOn() {
      stalled = false;
      send({ type: "ack", bytes: total });
    },
    closed,
    async close() {
      socket.close();
      await closed;
    },
  };
}

function refused([, response]: unknown[]): never {
  throw new Error(`the server answered ${(response as { statusCode: number }).statusCode}`);
}
