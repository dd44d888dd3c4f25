import { Value } from "typebox/value";
import type { WebSocket } from "ws";
import { AttachClientFrame, type AttachServerFrame } from "../../api/terminals.ts";
import { isProblem } from "../http/problem.ts";
import { HostGone, type HostStream, type StreamListener } from "./host-client.ts";

const POLICY_VIOLATION = 1008;
const NORMAL = 1000;
const FAILED = 1011;
const COME_BACK = 1012;

export interface AttachOptions {
  open(listener: StreamListener): Promise<HostStream>;
  /** After the way to the host broke: the terminal is lost with its host, and not only the way to it. */
  isLost(): Promise<boolean>;
  onError(error: unknown): void;
}

/** One page at one terminal: frames go through as they are, and what holds up whom is the host's matter. */
export async function attachPage(socket: WebSocket, { open, isLost, onError }: AttachOptions): Promise<void> {
  let stream: HostStream | null = null;
  let early: (() => void)[] = [];
  let isBroken = false;

  const tell = (frame: AttachServerFrame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };

  function withStream(use: (to: HostStream) => void): void {
    if (stream) use(stream);
    else early.push(() => stream && use(stream));
  }

  async function broken(): Promise<void> {
    if (isBroken) return;
    isBroken = true;
    if (await isLost())
      tell({ type: "lost", detail: "The terminal host ended without a word, and its programs with it." });
    socket.close(COME_BACK, "the way to the terminal host broke");
  }

  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return withStream((to) => to.input(data as Buffer));
    const frame = parse(data.toString());
    if (!frame) return socket.close(POLICY_VIOLATION, "a frame is not as documented");
    withStream((to) => to.send(frame));
  });
  // A protocol error closes the socket by itself; without a listener it would end the process.
  socket.on("error", () => {});
  socket.on("close", () => {
    early = [];
    stream?.leave();
  });

  try {
    const opened = await open({
      frame: tell,
      output(bytes) {
        // What the host sends is bounded by what the page has acknowledged; packing it would cost more than it saves.
        if (socket.readyState === socket.OPEN) socket.send(bytes, { binary: true, compress: false });
      },
      closed: () => socket.close(NORMAL, "the terminal was closed"),
      broken: () => void broken().catch(onError),
    });
    if (socket.readyState !== socket.OPEN) return opened.leave();
    stream = opened;
    for (const send of early.splice(0)) send();
  } catch (error) {
    if (error instanceof HostGone) return broken();
    if (!isProblem(error)) onError(error);
    socket.close(FAILED, "the terminal can't be shown");
  }
}

function parse(text: string): AttachClientFrame | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(AttachClientFrame, value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
